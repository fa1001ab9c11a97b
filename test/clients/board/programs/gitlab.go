// Debian's golang-github-xanzy-go-gitlab-dev: what a script of a day does.
package main

import (
	"fmt"
	"os"
	"strings"

	gitlab "github.com/xanzy/go-gitlab"
)

func step(name string, run func() error) {
	if err := run(); err != nil {
		reason := strings.Join(strings.Fields(err.Error()), " ")
		fmt.Printf("not ok %s: %.200s\n", name, reason)
		return
	}
	fmt.Printf("ok %s\n", name)
}

func main() {
	api, err := gitlab.NewClient(os.Args[2], gitlab.WithBaseURL(os.Args[1]+"/api/v4"))
	if err != nil {
		panic(err)
	}
	var project, merge int
	step("CurrentUser", func() error { _, _, err := api.Users.CurrentUser(); return err })
	step("CreateProject", func() error {
		made, _, err := api.Projects.CreateProject(&gitlab.CreateProjectOptions{
			Name: gitlab.String("gopher"), InitializeWithReadme: gitlab.Bool(true)})
		if err == nil {
			project = made.ID
		}
		return err
	})
	step("CreateFile", func() error {
		_, _, err := api.RepositoryFiles.CreateFile(project, "a.go", &gitlab.CreateFileOptions{
			Branch: gitlab.String("main"), Content: gitlab.String("package a\n"), CommitMessage: gitlab.String("Add a")})
		return err
	})
	step("CreateBranch", func() error {
		_, _, err := api.Branches.CreateBranch(project, &gitlab.CreateBranchOptions{
			Branch: gitlab.String("work"), Ref: gitlab.String("main")})
		return err
	})
	step("CreateCommit", func() error {
		action := gitlab.FileCreate
		_, _, err := api.Commits.CreateCommit(project, &gitlab.CreateCommitOptions{
			Branch: gitlab.String("work"), CommitMessage: gitlab.String("Add b"),
			Actions: []*gitlab.CommitActionOptions{{Action: &action, FilePath: gitlab.String("b.go"), Content: gitlab.String("package a\n")}}})
		return err
	})
	step("CreateIssue", func() error {
		_, _, err := api.Issues.CreateIssue(project, &gitlab.CreateIssueOptions{Title: gitlab.String("It leaks")})
		return err
	})
	step("ListProjectIssues", func() error { _, _, err := api.Issues.ListProjectIssues(project, nil); return err })
	step("CreateMergeRequest", func() error {
		made, _, err := api.MergeRequests.CreateMergeRequest(project, &gitlab.CreateMergeRequestOptions{
			SourceBranch: gitlab.String("work"), TargetBranch: gitlab.String("main"), Title: gitlab.String("Mend it")})
		if err == nil {
			merge = made.IID
		}
		return err
	})
	step("AcceptMergeRequest", func() error { _, _, err := api.MergeRequests.AcceptMergeRequest(project, merge, nil); return err })
	step("ListProjectPipelines", func() error { _, _, err := api.Pipelines.ListProjectPipelines(project, nil); return err })
	step("CreateLabel and UpdateLabel", func() error {
		if _, _, err := api.Labels.CreateLabel(project, &gitlab.CreateLabelOptions{
			Name: gitlab.String("roof"), Color: gitlab.String("#dc143c")}); err != nil {
			return err
		}
		_, _, err := api.Labels.UpdateLabel(project, &gitlab.UpdateLabelOptions{
			Name: gitlab.String("roof"), NewName: gitlab.String("cellar")})
		return err
	})
	step("CreateMilestone", func() error {
		_, _, err := api.Milestones.CreateMilestone(project, &gitlab.CreateMilestoneOptions{Title: gitlab.String("spring")})
		return err
	})
	step("AddProjectHook and DeleteProjectHook", func() error {
		hook, _, err := api.Projects.AddProjectHook(project, &gitlab.AddProjectHookOptions{
			URL: gitlab.String("http://127.0.0.1:9/hook"), IssuesEvents: gitlab.Bool(true)})
		if err != nil {
			return err
		}
		_, err = api.Projects.DeleteProjectHook(project, hook.ID)
		return err
	})
	step("CreateIssueDiscussion", func() error {
		_, _, err := api.Discussions.CreateIssueDiscussion(project, 1, &gitlab.CreateIssueDiscussionOptions{Body: gitlab.String("Where?")})
		return err
	})
	step("CreateIssueAwardEmoji", func() error {
		_, _, err := api.AwardEmoji.CreateIssueAwardEmoji(project, 1, &gitlab.CreateAwardEmojiOptions{Name: "rocket"})
		return err
	})
	step("ListTodos", func() error { _, _, err := api.Todos.ListTodos(nil); return err })
	step("MarkAllTodosAsDone", func() error { _, err := api.Todos.MarkAllTodosAsDone(); return err })
	step("CreateIssueBoard", func() error {
		_, _, err := api.Boards.CreateIssueBoard(project, &gitlab.CreateIssueBoardOptions{Name: gitlab.String("Plans")})
		return err
	})
	step("CreateProjectDeployToken", func() error {
		scopes := []string{"read_repository"}
		_, _, err := api.DeployTokens.CreateProjectDeployToken(project, &gitlab.CreateProjectDeployTokenOptions{
			Name: gitlab.String("reads"), Scopes: &scopes})
		return err
	})
	step("IssuesByProject", func() error { _, _, err := api.Search.IssuesByProject(project, "leaks", &gitlab.SearchOptions{}); return err })
	step("ForkProject", func() error {
		_, _, err := api.Projects.ForkProject(project, &gitlab.ForkProjectOptions{Path: gitlab.String("mole"), Name: gitlab.String("mole")})
		return err
	})
	step("DeleteProject", func() error { _, err := api.Projects.DeleteProject(project); return err })
}
