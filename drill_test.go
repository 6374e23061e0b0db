package lukasa

func drillChild() {}
