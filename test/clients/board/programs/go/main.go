// Debian's golang-github-xanzy-go-gitlab-dev: its methods, a story for each subject. Which are left out, and why, says
// left.go; a method that neither is tried nor stands there fails.
package main

import (
	"os"

	gitlab "github.com/xanzy/go-gitlab"
)

// What the stories share.
type world struct {
	// Of the administrator, and of another user.
	api, other *gitlab.Client
	userID     int
	group      int
	project    int
	// A commit of the project's default branch.
	sha string
}

func connect(token string) *gitlab.Client {
	api, err := gitlab.NewClient(token, gitlab.WithBaseURL(os.Args[1]+"/api/v4"), gitlab.WithoutRetries())
	if err != nil {
		panic(err)
	}
	return api
}

func main() {
	shared := &world{api: connect(os.Args[2])}
	for _, one := range []struct {
		subject string
		tale    func(*world)
	}{
		{"users", users},
		{"keys and emails", keysAndEmails},
		{"tokens", tokens},
		{"groups", groups},
		{"projects", projects},
		{"access", access},
		{"files and commits", filesAndCommits},
		{"branches and tags", branchesAndTags},
		{"repositories", repositories},
		{"labels", labels},
		{"milestones", milestones},
		{"boards", boards},
		{"issues", issues},
		{"merge requests", mergeRequests},
		{"notes", notes},
		{"discussions", discussions},
		{"awards", awards},
		{"events", events},
		{"snippets", snippets},
		{"wikis", wikis},
		{"releases", releases},
		{"badges", badges},
		{"variables", variables},
		{"pipelines", pipelines},
		{"jobs", jobs},
		{"schedules and triggers", schedulesAndTriggers},
		{"environments", environments},
		{"runners", runners},
		{"hooks", hooks},
		{"integrations", integrations},
		{"deploy keys and tokens", deployKeysAndTokens},
		{"mirrors and pages", mirrorsAndPages},
		{"templates", templates},
		{"search", search},
		{"instance", instance},
		{"removals", removals},
	} {
		story(one.subject, func() { one.tale(shared) })
	}
	theRest(shared.api)
}
