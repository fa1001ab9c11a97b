package main

import (
	"time"

	gitlab "github.com/xanzy/go-gitlab"
)

// A merge request of a branch of its own, which adds a file of the branch's name.
func (w *world) propose(branch string, description string) *gitlab.MergeRequest {
	_, _, err := w.api.Commits.CreateCommit(w.project, &gitlab.CreateCommitOptions{
		Branch: text(branch), StartBranch: text("main"), CommitMessage: text("Add " + branch),
		Actions: []*gitlab.CommitActionOptions{
			{Action: gitlab.FileAction(gitlab.FileCreate), FilePath: text(branch), Content: text("It is\n")},
		},
	})
	if err != nil {
		panic(err)
	}
	made, _, err := w.api.MergeRequests.CreateMergeRequest(w.project, &gitlab.CreateMergeRequestOptions{
		SourceBranch: text(branch), TargetBranch: text("main"), Title: text("Add " + branch), Description: text(description),
	})
	if err != nil {
		panic(err)
	}
	return made
}

func mergeRequests(w *world) {
	on := w.api.MergeRequests
	merge := got(on.CreateMergeRequest(w.project, &gitlab.CreateMergeRequestOptions{
		SourceBranch: text("work"), TargetBranch: text("main"), Title: text("Mend it"), Description: text("Closes #1"),
		Labels: &gitlab.Labels{"cellar"}, AssigneeID: number(1),
	})).holds("MergeRequests.CreateMergeRequest", "IID", 1, "State", "opened", "SourceBranch", "work", "Labels", "[cellar]",
		"Assignee.Username", "root", "Draft", false)
	got(on.ListMergeRequests(&gitlab.ListMergeRequestsOptions{Scope: text("created_by_me")})).holds("MergeRequests.ListMergeRequests", "length", 1)
	got(on.ListProjectMergeRequests(w.project, &gitlab.ListProjectMergeRequestsOptions{SourceBranch: text("work")})).
		holds("MergeRequests.ListProjectMergeRequests", "length", 1, "0.ID", merge.ID)
	got(on.ListGroupMergeRequests(w.group, nil)).holds("MergeRequests.ListGroupMergeRequests", "length", 1)
	got(on.GetMergeRequest(w.project, 1, &gitlab.GetMergeRequestsOptions{IncludeDivergedCommitsCount: yes()})).
		holds("MergeRequests.GetMergeRequest", "MergeStatus", "can_be_merged", "DivergedCommitsCount", 2, "User.CanMerge", true,
			"DiffRefs.HeadSha", merge.SHA)
	got(on.UpdateMergeRequest(w.project, 1, &gitlab.UpdateMergeRequestOptions{Title: text("Draft: Mend it")})).
		holds("MergeRequests.UpdateMergeRequest", "Title", "Draft: Mend it", "Draft", true)
	if _, _, err := on.UpdateMergeRequest(w.project, 1, &gitlab.UpdateMergeRequestOptions{Title: text("Mend it")}); err != nil {
		panic(err)
	}
	got(on.GetMergeRequestCommits(w.project, 1, nil)).holds("MergeRequests.GetMergeRequestCommits", "length", 1, "0.Title", "Add b and c")
	got(on.GetMergeRequestChanges(w.project, 1, nil)).
		holds("MergeRequests.GetMergeRequestChanges", "Changes.length", 2, "Changes.0.NewPath", "b.go", "Changes.0.NewFile", true)
	got(on.GetMergeRequestParticipants(w.project, 1)).holds("MergeRequests.GetMergeRequestParticipants", "length", 1, "0.Username", "root")
	got(on.ListMergeRequestPipelines(w.project, 1)).holds("MergeRequests.ListMergeRequestPipelines", "length", something)
	got(on.GetIssuesClosedOnMerge(w.project, 1, nil)).holds("MergeRequests.GetIssuesClosedOnMerge", "length", 1, "0.IID", 1)
	versions := got(on.GetMergeRequestDiffVersions(w.project, 1, nil)).
		holds("MergeRequests.GetMergeRequestDiffVersions", "length", 1, "0.HeadCommitSHA", merge.SHA, "0.State", "collected")
	got(on.GetSingleMergeRequestDiffVersion(w.project, 1, versions[0].ID)).
		holds("MergeRequests.GetSingleMergeRequestDiffVersion", "Commits.length", 1, "Diffs.length", 2)
	got(on.UnsubscribeFromMergeRequest(w.project, 1)).holds("MergeRequests.UnsubscribeFromMergeRequest", "Subscribed", false)
	got(on.SubscribeToMergeRequest(w.project, 1)).holds("MergeRequests.SubscribeToMergeRequest", "Subscribed", true)
	got(on.CreateTodo(w.project, 1)).holds("MergeRequests.CreateTodo", "TargetType", "MergeRequest", "ActionName", "marked")
	done(w.api.Todos.MarkAllTodosAsDone()).removes("Todos.MarkAllTodosAsDone", count(w.api.Todos.ListTodos(nil)) == 0)
	got(on.SetTimeEstimate(w.project, 1, &gitlab.SetTimeEstimateOptions{Duration: text("1d")})).
		holds("MergeRequests.SetTimeEstimate", "TimeEstimate", 28800, "HumanTimeEstimate", "1d")
	got(on.AddSpentTime(w.project, 1, &gitlab.AddSpentTimeOptions{Duration: text("1h")})).
		holds("MergeRequests.AddSpentTime", "TotalTimeSpent", 3600)
	got(on.GetTimeSpent(w.project, 1)).holds("MergeRequests.GetTimeSpent", "TimeEstimate", 28800, "TotalTimeSpent", 3600)
	got(on.ResetTimeEstimate(w.project, 1)).holds("MergeRequests.ResetTimeEstimate", "TimeEstimate", 0)
	got(on.ResetSpentTime(w.project, 1)).holds("MergeRequests.ResetSpentTime", "TotalTimeSpent", 0)

	approvals := w.api.MergeRequestApprovals
	got(on.GetMergeRequestApprovals(w.project, 1)).holds("MergeRequests.GetMergeRequestApprovals", "UserHasApproved", false, "ApprovedBy.length", 0)
	got(approvals.ApproveMergeRequest(w.project, 1, nil)).
		holds("MergeRequestApprovals.ApproveMergeRequest", "UserHasApproved", true, "ApprovedBy.0.User.Username", "root")
	got(approvals.GetConfiguration(w.project, 1)).holds("MergeRequestApprovals.GetConfiguration", "Approved", true, "ApprovedBy.length", 1)
	got(approvals.GetApprovalState(w.project, 1)).holds("MergeRequestApprovals.GetApprovalState", "Rules.length", 0)
	response, err := approvals.UnapproveMergeRequest(w.project, 1)
	now, _, _ := approvals.GetConfiguration(w.project, 1)
	done(response, err).leaves("MergeRequestApprovals.UnapproveMergeRequest", 201, len(now.ApprovedBy) == 0)

	response, err = on.RebaseMergeRequest(w.project, 1)
	rebased := false
	for wait := 0; wait < 50 && !rebased; wait++ {
		found, _, failure := on.GetMergeRequest(w.project, 1, &gitlab.GetMergeRequestsOptions{IncludeDivergedCommitsCount: yes(), IncludeRebaseInProgress: yes()})
		rebased = failure == nil && !found.RebaseInProgress && found.DivergedCommitsCount == 0
		time.Sleep(20 * time.Millisecond)
	}
	done(response, err).leaves("MergeRequests.RebaseMergeRequest", 202, rebased)
	got(on.AcceptMergeRequest(w.project, 1, &gitlab.AcceptMergeRequestOptions{
		MergeCommitMessage: text("Mended"), ShouldRemoveSourceBranch: yes(),
	})).holds("MergeRequests.AcceptMergeRequest", "State", "merged", "MergedBy.Username", "root", "MergeCommitSHA", something)
	got(w.api.Issues.ListMergeRequestsRelatedToIssue(w.project, 1, nil)).
		holds("Issues.ListMergeRequestsRelatedToIssue, of one that was merged", "length", 1, "0.IID", 1)
	extra := w.propose("gone", "")
	done(on.DeleteMergeRequest(w.project, extra.IID)).
		removes("MergeRequests.DeleteMergeRequest", missing(on.GetMergeRequest(w.project, extra.IID, nil)))
}
