package kuzu

// The tags of the row format, as in bridge.h.
const (
	tagNull      = 0
	tagBool      = 1
	tagInt       = 2
	tagUint      = 3
	tagHuge      = 4
	tagDouble    = 5
	tagString    = 6
	tagTime      = 7
	tagTimeNano  = 8
	tagDate      = 9
	tagInterval  = 10
	tagUUID      = 11
	tagDecimal   = 12
	tagID        = 13
	tagList      = 14
	tagStruct    = 15
	tagMap       = 16
	tagNode      = 17
	tagEdge      = 18
	tagPath      = 19
	tagBlob      = 20
	tagOther     = 21
	tagFloat     = 22
	tagEmptyList = 23
)

// The library's numbers of the types that an empty list may hold.
const (
	typeBool   = 22
	typeInt    = 23
	typeDouble = 32
	typeString = 50
)

var tagNames = map[byte]string{
	tagNull: "null", tagBool: "bool", tagInt: "int", tagUint: "uint", tagDouble: "float", tagFloat: "float32",
	tagString: "string", tagTime: "time", tagInterval: "duration", tagList: "list", tagEmptyList: "list",
}

func tagName(t byte) string { return tagNames[t] }
