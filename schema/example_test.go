package schema_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

func ExampleExperience_Validate() {
	e := schema.Experience{Agent: "support", Action: "called the carrier", Outcome: "delivered", Importance: 11}
	e.SetDefaults(time.Now(), uuid.New)
	err := e.Validate()
	fmt.Println(err)

	var invalid *schema.InvalidError
	if errors.As(err, &invalid) {
		for _, f := range invalid.Fields {
			fmt.Println(f.Field)
		}
	}
	// Output:
	// schema: invalid experience: context: empty; importance: 11, want 1 to 10
	// context
	// importance
}

// A row of a system that grades from 0 to 1 and keeps its own names.
func ExampleDecodeExperience() {
	e, err := schema.DecodeExperience([]byte(`{
		"memory_type": "insight",
		"user_id": "u1",
		"content": "Confuses Rule 13 with Rule 15",
		"importance": 0.8,
		"metadata": {"insight_category": "knowledge_gap", "confidence": 0.9}
	}`), schema.Strict)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Kind, e.Importance, e.Confidence, e.Insight.User, e.Insight.Category)

	_, err = schema.DecodeExperience([]byte(`{"content": "x", "colour": "red"}`), schema.Strict)
	fmt.Println(err)
	// Output:
	// insight 8 0.9 u1 knowledge_gap
	// schema: invalid experience: colour: unknown field
}

func ExampleExperience_Apply() {
	e := schema.Experience{Agent: "support", Kind: schema.KindTask, Content: "call back on Friday"}
	e.SetDefaults(time.Now(), uuid.New)

	patch, err := schema.DecodePatch([]byte(`{"importance": 9, "tags": ["urgent"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	err = e.Apply(patch, time.Now())
	fmt.Println(e.Version, e.Importance, e.Tags, err)

	_, err = schema.DecodePatch([]byte(`{"agent_id": "other", "colour": 1}`))
	fmt.Println(err)
	// Output:
	// 2 9 [urgent] <nil>
	// schema: invalid experience: agent_id: cannot be changed; colour: unknown field
}
