// Command kubectl-reader reads YAML as kubectl does: documents apart, each made JSON by sigs.k8s.io/yaml.
//
// Standard input has one text a line, as a JSON string. Standard output has one line for each: {"documents": […]} or {"error": "…"}.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/util/yaml"
)

type answer struct {
	Documents []json.RawMessage `json:"documents"`
	Error     string            `json:"error,omitempty"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return
		}
		if err != nil && !errors.Is(err, io.EOF) {
			fail(err)
		}
		var text string
		if err := json.Unmarshal(line, &text); err != nil {
			fail(err)
		}
		encoded, err := json.Marshal(read(text))
		if err != nil {
			fail(err)
		}
		out.Write(encoded)
		out.WriteByte('\n')
	}
}

// read gives the documents of a text, as `kubectl apply -f` takes them from a file.
func read(text string) (result answer) {
	// A reader that panics refuses, too.
	defer func() {
		if problem := recover(); problem != nil {
			result = answer{Error: fmt.Sprint(problem)}
		}
	}()
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(text), 4096)
	result.Documents = []json.RawMessage{}
	for {
		var document json.RawMessage
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return result
		}
		if err != nil {
			return answer{Error: err.Error()}
		}
		result.Documents = append(result.Documents, document)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "kubectl-reader:", err)
	os.Exit(1)
}
