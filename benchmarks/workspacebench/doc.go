// Package workspacebench measures a workspace of Markdown: reading many daily
// logs for the first time, following one edit among them, asking, and watching
// while nothing happens.
//
// The pages are made from a seed: some forty paragraphs of a diary and a Retain
// section of five bullets, about 20 KB a day, so that 10,000 days are 200 MB.
package workspacebench
