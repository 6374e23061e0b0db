package kuzu

// The tags of the row format, as in bridge.h. A row is its columns' values one
// after the other, each a tag byte and a payload in the machine's byte order.
const (
	TagNull      = 0
	TagBool      = 1
	TagInt       = 2
	TagUint      = 3
	TagHuge      = 4
	TagDouble    = 5
	TagString    = 6
	TagTime      = 7
	TagTimeNano  = 8
	TagDate      = 9
	TagInterval  = 10
	TagUUID      = 11
	TagDecimal   = 12
	TagID        = 13
	TagList      = 14
	TagStruct    = 15
	TagMap       = 16
	TagNode      = 17
	TagEdge      = 18
	TagPath      = 19
	TagBlob      = 20
	TagOther     = 21
	TagFloat     = 22
	TagEmptyList = 23
)

// The library's numbers of the types that an empty list may hold.
const (
	typeBool   = 22
	typeInt    = 23
	typeDouble = 32
	typeString = 50
)

var tagNames = map[byte]string{
	TagNull: "null", TagBool: "bool", TagInt: "int", TagUint: "uint", TagDouble: "float", TagFloat: "float32",
	TagString: "string", TagTime: "time", TagInterval: "duration", TagList: "list", TagEmptyList: "list",
}

func tagName(t byte) string { return tagNames[t] }
