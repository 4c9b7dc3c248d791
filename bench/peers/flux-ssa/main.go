// Applies or deletes a file of objects with the library that Flux's kustomize-controller uses, in the way that it does:
// apply in stages, wait for readiness, delete in reverse order. Concurrency is that controller's default; objects are
// looked at every quarter of a second, because its own interval of five seconds would be all there is to see.
package main

import (
	"context"
	"fmt"
	"os"
	"sort"
	"time"

	"github.com/fluxcd/cli-utils/pkg/kstatus/polling"
	"github.com/fluxcd/pkg/ssa"
	"github.com/fluxcd/pkg/ssa/normalize"
	"github.com/fluxcd/pkg/ssa/utils"
	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

const (
	concurrency = 4
	interval    = 250 * time.Millisecond
	timeout     = 2 * time.Minute
)

func main() {
	if len(os.Args) != 3 || (os.Args[1] != "apply" && os.Args[1] != "delete") {
		fmt.Fprintln(os.Stderr, "usage: flux-ssa apply|delete FILE (KUBECONFIG names the cluster)")
		os.Exit(2)
	}
	log.SetLogger(logr.Discard())
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "flux-ssa:", err)
		os.Exit(1)
	}
}

func run(verb, file string) error {
	objects, err := read(file)
	if err != nil {
		return err
	}
	manager, err := connect()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	manager.SetOwnerLabels(objects, "bench", "default")
	if verb == "delete" {
		return remove(ctx, manager, objects)
	}
	return apply(ctx, manager, objects)
}

func read(file string) ([]*unstructured.Unstructured, error) {
	content, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	objects, err := utils.ReadObjects(content)
	if err != nil {
		return nil, err
	}
	return objects, normalize.UnstructuredList(objects)
}

func connect() (*ssa.ResourceManager, error) {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		return nil, err
	}
	config.UserAgent = "flux-ssa"
	// No limit in the client: the server has its own.
	config.QPS = -1
	httpClient, err := rest.HTTPClientFor(config)
	if err != nil {
		return nil, err
	}
	mapper, err := apiutil.NewDynamicRESTMapper(config, httpClient)
	if err != nil {
		return nil, err
	}
	api, err := client.New(config, client.Options{HTTPClient: httpClient, Mapper: mapper})
	if err != nil {
		return nil, err
	}
	manager := ssa.NewResourceManager(api, polling.NewStatusPoller(api, mapper, polling.Options{}), ssa.Owner{Field: "flux-ssa", Group: "flux-ssa.bench"})
	manager.SetConcurrency(concurrency)
	return manager, nil
}

func apply(ctx context.Context, manager *ssa.ResourceManager, objects []*unstructured.Unstructured) error {
	options := ssa.DefaultApplyOptions()
	options.WaitInterval, options.WaitTimeout = interval, timeout
	changes, err := manager.ApplyAllStaged(ctx, objects, options)
	if err != nil {
		return err
	}
	if err := manager.Wait(objects, ssa.WaitOptions{Interval: interval, Timeout: timeout}); err != nil {
		return err
	}
	count := map[ssa.Action]int{}
	for _, entry := range changes.Entries {
		count[entry.Action]++
	}
	fmt.Println(count)
	return nil
}

func remove(ctx context.Context, manager *ssa.ResourceManager, objects []*unstructured.Unstructured) error {
	sort.Sort(sort.Reverse(ssa.SortableUnstructureds(objects)))
	options := ssa.DeleteOptions{
		PropagationPolicy: metav1.DeletePropagationBackground,
		Inclusions:        manager.GetOwnerLabels("bench", "default"),
	}
	changes, err := manager.DeleteAll(ctx, objects, options)
	if err != nil {
		return err
	}
	return manager.WaitForSetTermination(changes, ssa.WaitOptions{Interval: interval, Timeout: timeout})
}
