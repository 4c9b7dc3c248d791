// Runs a command and tells, as JSON on file descriptor 3, when it started and ended, what it used and how it ended.
// The numbers are those of the kernel for exactly this process: no polling, no start-up time of the one that measures.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

type measurement struct {
	StartedAt   time.Time `json:"startedAt"`
	EndedAt     time.Time `json:"endedAt"`
	WallSeconds float64   `json:"wallSeconds"`
	// Of the process, in user and in kernel mode.
	CPUSeconds float64 `json:"cpuSeconds"`
	// Largest resident set.
	PeakBytes int64 `json:"peakBytes"`
	ExitCode  int   `json:"exitCode"`
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: measure COMMAND [ARGUMENT...] 3>RESULT")
		os.Exit(2)
	}
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stdin, command.Stdout, command.Stderr = nil, os.Stdout, os.Stderr
	started := time.Now()
	if err := command.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(127)
	}
	_ = command.Wait()
	ended := time.Now()
	usage := command.ProcessState.SysUsage().(*syscall.Rusage)
	result := measurement{
		StartedAt:   started,
		EndedAt:     ended,
		WallSeconds: ended.Sub(started).Seconds(),
		CPUSeconds:  (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds(),
		PeakBytes:   usage.Maxrss,
		ExitCode:    command.ProcessState.ExitCode(),
	}
	if runtime.GOOS != "darwin" { // Linux counts in KiB, Darwin in bytes.
		result.PeakBytes *= 1024
	}
	if err := json.NewEncoder(os.NewFile(3, "result")).Encode(result); err != nil {
		fmt.Fprintln(os.Stderr, "measure: file descriptor 3:", err)
		os.Exit(1)
	}
}
