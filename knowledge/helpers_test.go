package knowledge_test

import "context"

var ctx = context.Background()
