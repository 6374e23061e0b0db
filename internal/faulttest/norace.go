//go:build !race

package faulttest

const raced = false
