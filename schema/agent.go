package schema

// CheckAgent reports what is wrong with an agent's name, as an [*InvalidError]:
// it must not be blank, is UTF-8 without NUL, and takes at most 256 bytes.
func CheckAgent(name string) error {
	var c checker
	c.need("agent_id", name, MaxID)
	return c.err("agent")
}
