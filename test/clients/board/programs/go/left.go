package main

import (
	"fmt"
	"path"
	"reflect"
	"strings"

	gitlab "github.com/xanzy/go-gitlab"
)

// The methods that are not tried, and why. A `*` stands for the rest of a name.
var left = []struct{ why, methods string }{
	{"paid tier: what GitLab Free has not", `
		AuditEvents.* Epics.* EpicIssues.* Discussions.*Epic* Notes.*Epic* ResourceLabelEvents.*Epic* GeoNodes.*
		GroupIterations.* ProjectIterations.* License.* ExternalStatusChecks.* ProjectVulnerabilities.* ProtectedEnvironments.*
		GroupWikis.* Groups.*Hook* Groups.*LDAP* Groups.*SAML* Groups.*PushRule* Groups.*Billable* Groups.ListProvisionedUsers
		GroupMilestones.GetGroupMilestoneBurndownChartEvents MergeRequestApprovals.*Rule* MergeRequestApprovals.Change*
		Projects.*PushRule* Projects.*Approv* Projects.StartMirroringProject ProtectedBranches.RequireCodeOwnerApprovals
		Services.*Github* Search.Blobs* Search.Commits* Search.WikiBlobs*`},
	{"left out: services beside the API, and what reads other servers", `
		ClusterAgents.* GroupCluster.* InstanceCluster.* ProjectCluster.* ContainerRegistry.* Packages.* GenericPackages.*
		GroupImportExport.* ProjectImportExport.* ErrorTracking.* Services.*SlackSlashCommands*
		FreezePeriods.* RepositorySubmodules.*`},
	{"not of GitLab: what release 18 has no more", `
		ManagedLicenses.* Services.*GitLabCI* Services.*HipChat* Services.*Prometheus* PipelineTriggers.TakeOwnershipOfPipelineTrigger
		Tags.*ReleaseNote Search.SnippetBlobs Validate.Lint`},
	{"of the client: it asks for a hook where it should test it, and for the number of a commit", `
		SystemHooks.TestHook Discussions.*Commit*`},
	{"no runner: its token is known to the job alone", `Jobs.GetJobTokensJob`},
	{"nobody waits to be let in: the API makes no such user", `Users.ApproveUser Users.RejectUser`},
}

// Is each method of the client tried, or left out for a reason? Each is a line of the board.
func theRest(api *gitlab.Client) {
	used := map[string]bool{}
	services := reflect.ValueOf(api).Elem()
	for index := 0; index < services.NumField(); index++ {
		field := services.Type().Field(index)
		if !field.IsExported() || field.Type.Kind() != reflect.Pointer {
			continue
		}
		for method := 0; method < field.Type.NumMethod(); method++ {
			name := field.Name + "." + field.Type.Method(method).Name
			if tried[name] {
				continue
			}
			if why, pattern := reason(name); why == "" {
				fmt.Printf("not ok %s: nobody tries it\n", name)
			} else {
				used[pattern] = true
				fmt.Printf("skipped %s: %s\n", name, why)
			}
		}
	}
	for _, one := range left {
		for _, pattern := range strings.Fields(one.methods) {
			if !used[pattern] {
				fmt.Printf("not ok left.go: no method that is not tried is called %s\n", pattern)
			}
		}
	}
}

func reason(name string) (string, string) {
	for _, one := range left {
		for _, pattern := range strings.Fields(one.methods) {
			if matches, _ := path.Match(pattern, name); matches {
				return one.why, pattern
			}
		}
	}
	return "", ""
}
