package terminal

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestInterruptibleReadsWhatThereIs(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a line that is read\n", 20_000)
	require.NoError(t, iotest.TestReader(Interruptible(t.Context(), strings.NewReader(text)), []byte(text)))
	bad := errors.New("the disk is gone")
	got, err := io.ReadAll(Interruptible(t.Context(), io.MultiReader(strings.NewReader("some"), iotest.ErrReader(bad))))
	require.ErrorIs(t, err, bad)
	require.Equal(t, "some", string(got))
}

// Who waits for input that does not come can be interrupted.
func TestInterruptibleGivesUp(t *testing.T) {
	t.Parallel()
	silent, _ := io.Pipe()
	ctx, cancel := context.WithCancelCause(t.Context())
	in := Interruptible(ctx, silent)
	ended := make(chan error, 1)
	go func() {
		_, err := in.Read(make([]byte, 10))
		ended <- err
	}()
	cancel(ErrInterrupted)
	require.ErrorIs(t, <-ended, ErrInterrupted)
	_, err := in.Read(make([]byte, 10))
	require.ErrorIs(t, err, ErrInterrupted, "and stays so")
}
