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
	step("DeleteProject", func() error { _, err := api.Projects.DeleteProject(project); return err })
}
