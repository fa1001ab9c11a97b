package main

import (
	gitlab "github.com/xanzy/go-gitlab"
)

func labels(w *world) {
	on := w.api.Labels
	label := got(on.CreateLabel(w.project, &gitlab.CreateLabelOptions{
		Name: text("roof"), Color: text("#dc143c"), Description: text("It leaks"), Priority: number(1),
	})).holds("Labels.CreateLabel", "Name", "roof", "Color", "#dc143c", "Description", "It leaks", "Priority", 1, "IsProjectLabel", true)
	got(on.ListLabels(w.project, nil)).holds("Labels.ListLabels", "length", 1, "0.Name", "roof")
	got(on.GetLabel(w.project, label.ID)).holds("Labels.GetLabel", "Name", "roof")
	got(on.UpdateLabel(w.project, &gitlab.UpdateLabelOptions{Name: text("roof"), NewName: text("cellar")})).
		holds("Labels.UpdateLabel", "ID", label.ID, "Name", "cellar", "Color", "#dc143c")
	got(on.SubscribeToLabel(w.project, "cellar")).holds("Labels.SubscribeToLabel", "Subscribed", true)
	subscribed := func() bool {
		found, _, err := on.GetLabel(w.project, label.ID)
		return err != nil || found.Subscribed
	}
	done(on.UnsubscribeFromLabel(w.project, "cellar")).leaves("Labels.UnsubscribeFromLabel", 201, !subscribed())
	for _, name := range []string{"gone", "common"} {
		if _, _, err := on.CreateLabel(w.project, &gitlab.CreateLabelOptions{Name: text(name), Color: text("#00ff00")}); err != nil {
			panic(err)
		}
	}
	done(on.DeleteLabel(w.project, &gitlab.DeleteLabelOptions{Name: text("gone")})).
		removes("Labels.DeleteLabel", missing(on.GetLabel(w.project, "gone")))
	done(on.PromoteLabel(w.project, "common")).
		leaves("Labels.PromoteLabel", 200, !missing(w.api.GroupLabels.GetGroupLabel(w.group, "common")))

	ofGroup := w.api.GroupLabels
	deck := got(ofGroup.CreateGroupLabel(w.group, &gitlab.CreateGroupLabelOptions{Name: text("deck"), Color: text("#00ff00")})).
		holds("GroupLabels.CreateGroupLabel", "Name", "deck", "Color", "#00ff00")
	got(ofGroup.ListGroupLabels(w.group, nil)).holds("GroupLabels.ListGroupLabels", "length", 2, "1.Name", "deck")
	got(ofGroup.GetGroupLabel(w.group, deck.ID)).holds("GroupLabels.GetGroupLabel", "Name", "deck")
	got(ofGroup.UpdateGroupLabel(w.group, &gitlab.UpdateGroupLabelOptions{Name: text("deck"), Description: text("Above")})).
		holds("GroupLabels.UpdateGroupLabel", "Description", "Above")
	got(ofGroup.SubscribeToGroupLabel(w.group, "deck")).holds("GroupLabels.SubscribeToGroupLabel", "Subscribed", true)
	followed := func() bool {
		found, _, err := ofGroup.GetGroupLabel(w.group, deck.ID)
		return err != nil || found.Subscribed
	}
	done(ofGroup.UnsubscribeFromGroupLabel(w.group, "deck")).leaves("GroupLabels.UnsubscribeFromGroupLabel", 201, !followed())
	done(ofGroup.DeleteGroupLabel(w.group, &gitlab.DeleteGroupLabelOptions{Name: text("deck")})).
		removes("GroupLabels.DeleteGroupLabel", missing(ofGroup.GetGroupLabel(w.group, "deck")))
}

func milestones(w *world) {
	on := w.api.Milestones
	spring := got(on.CreateMilestone(w.project, &gitlab.CreateMilestoneOptions{Title: text("spring"), DueDate: day("2099-04-01")})).
		holds("Milestones.CreateMilestone", "Title", "spring", "State", "active", "DueDate", "2099-04-01")
	got(on.ListMilestones(w.project, nil)).holds("Milestones.ListMilestones", "length", 1, "0.ID", spring.ID)
	got(on.GetMilestone(w.project, spring.ID)).holds("Milestones.GetMilestone", "Title", "spring", "Expired", false)
	got(on.UpdateMilestone(w.project, spring.ID, &gitlab.UpdateMilestoneOptions{StateEvent: text("close")})).
		holds("Milestones.UpdateMilestone", "State", "closed")
	got(on.GetMilestoneIssues(w.project, spring.ID, nil)).holds("Milestones.GetMilestoneIssues", "length", 0)
	got(on.GetMilestoneMergeRequests(w.project, spring.ID, nil)).holds("Milestones.GetMilestoneMergeRequests", "length", 0)
	done(on.DeleteMilestone(w.project, spring.ID)).
		removes("Milestones.DeleteMilestone", missing(on.GetMilestone(w.project, spring.ID)))

	ofGroup := w.api.GroupMilestones
	summer := got(ofGroup.CreateGroupMilestone(w.group, &gitlab.CreateGroupMilestoneOptions{Title: text("summer")})).
		holds("GroupMilestones.CreateGroupMilestone", "Title", "summer", "GroupID", w.group)
	got(ofGroup.ListGroupMilestones(w.group, nil)).holds("GroupMilestones.ListGroupMilestones", "length", 1)
	got(ofGroup.GetGroupMilestone(w.group, summer.ID)).holds("GroupMilestones.GetGroupMilestone", "State", "active")
	got(ofGroup.UpdateGroupMilestone(w.group, summer.ID, &gitlab.UpdateGroupMilestoneOptions{Description: text("It is hot")})).
		holds("GroupMilestones.UpdateGroupMilestone", "Description", "It is hot")
	got(ofGroup.GetGroupMilestoneIssues(w.group, summer.ID, nil)).holds("GroupMilestones.GetGroupMilestoneIssues", "length", 0)
	got(ofGroup.GetGroupMilestoneMergeRequests(w.group, summer.ID, nil)).
		holds("GroupMilestones.GetGroupMilestoneMergeRequests", "length", 0)
}

func boards(w *world) {
	label := func(name string) *int {
		found, _, err := w.api.Labels.GetLabel(w.project, name)
		if err != nil {
			panic(err)
		}
		return number(found.ID)
	}
	on := w.api.Boards
	board := got(on.CreateIssueBoard(w.project, &gitlab.CreateIssueBoardOptions{Name: text("Plans")})).
		holds("Boards.CreateIssueBoard", "Name", "Plans", "Project.ID", w.project)
	got(on.ListIssueBoards(w.project, nil)).holds("Boards.ListIssueBoards", "length", 1, "0.Name", "Plans")
	got(on.GetIssueBoard(w.project, board.ID)).holds("Boards.GetIssueBoard", "Name", "Plans")
	got(on.UpdateIssueBoard(w.project, board.ID, &gitlab.UpdateIssueBoardOptions{Name: text("Plots")})).
		holds("Boards.UpdateIssueBoard", "Name", "Plots")
	first := got(on.CreateIssueBoardList(w.project, board.ID, &gitlab.CreateIssueBoardListOptions{LabelID: label("cellar")})).
		holds("Boards.CreateIssueBoardList", "Label.Name", "cellar", "Position", 0)
	second, _, err := on.CreateIssueBoardList(w.project, board.ID, &gitlab.CreateIssueBoardListOptions{LabelID: label("common")})
	if err != nil {
		panic(err)
	}
	got(on.GetIssueBoardLists(w.project, board.ID, nil)).holds("Boards.GetIssueBoardLists", "length", 2, "1.ID", second.ID)
	got(on.GetIssueBoardList(w.project, board.ID, first.ID)).holds("Boards.GetIssueBoardList", "Label.Name", "cellar")
	got(on.UpdateIssueBoardList(w.project, board.ID, first.ID, &gitlab.UpdateIssueBoardListOptions{Position: number(1)})).
		holds("Boards.UpdateIssueBoardList", "Position", 1)
	done(on.DeleteIssueBoardList(w.project, board.ID, first.ID)).
		removes("Boards.DeleteIssueBoardList", missing(on.GetIssueBoardList(w.project, board.ID, first.ID)))
	if _, _, err := on.CreateIssueBoard(w.project, &gitlab.CreateIssueBoardOptions{Name: text("Others")}); err != nil {
		panic(err)
	}
	done(on.DeleteIssueBoard(w.project, board.ID)).removes("Boards.DeleteIssueBoard", missing(on.GetIssueBoard(w.project, board.ID)))

	ofGroup := w.api.GroupIssueBoards
	common := got(ofGroup.CreateGroupIssueBoard(w.group, &gitlab.CreateGroupIssueBoardOptions{Name: text("All")})).
		holds("GroupIssueBoards.CreateGroupIssueBoard", "Name", "All", "Group.ID", w.group)
	got(ofGroup.ListGroupIssueBoards(w.group, nil)).holds("GroupIssueBoards.ListGroupIssueBoards", "length", 1)
	got(ofGroup.GetGroupIssueBoard(w.group, common.ID)).holds("GroupIssueBoards.GetGroupIssueBoard", "Name", "All")
	got(ofGroup.UpdateIssueBoard(w.group, common.ID, &gitlab.UpdateGroupIssueBoardOptions{Name: text("Each")})).
		holds("GroupIssueBoards.UpdateIssueBoard", "Name", "Each")
	list := got(ofGroup.CreateGroupIssueBoardList(w.group, common.ID, &gitlab.CreateGroupIssueBoardListOptions{LabelID: label("common")})).
		holds("GroupIssueBoards.CreateGroupIssueBoardList", "Label.Name", "common")
	got(ofGroup.ListGroupIssueBoardLists(w.group, common.ID, nil)).holds("GroupIssueBoards.ListGroupIssueBoardLists", "length", 1)
	got(ofGroup.GetGroupIssueBoardList(w.group, common.ID, list.ID)).holds("GroupIssueBoards.GetGroupIssueBoardList", "ID", list.ID)
	got(ofGroup.UpdateIssueBoardList(w.group, common.ID, list.ID, &gitlab.UpdateGroupIssueBoardListOptions{Position: number(0)})).
		holds("GroupIssueBoards.UpdateIssueBoardList", "length", 1)
	done(ofGroup.DeleteGroupIssueBoardList(w.group, common.ID, list.ID)).
		removes("GroupIssueBoards.DeleteGroupIssueBoardList", missing(ofGroup.GetGroupIssueBoardList(w.group, common.ID, list.ID)))
	if _, _, err := ofGroup.CreateGroupIssueBoard(w.group, &gitlab.CreateGroupIssueBoardOptions{Name: text("Others")}); err != nil {
		panic(err)
	}
	done(ofGroup.DeleteIssueBoard(w.group, common.ID)).
		removes("GroupIssueBoards.DeleteIssueBoard", missing(ofGroup.GetGroupIssueBoard(w.group, common.ID)))
}

func issues(w *world) {
	on := w.api.Issues
	issue := got(on.CreateIssue(w.project, &gitlab.CreateIssueOptions{
		Title: text("It leaks"), Description: text("Into the den"), Labels: &gitlab.Labels{"cellar"},
		AssigneeIDs: &[]int{1}, DueDate: day("2099-01-02"),
	})).holds("Issues.CreateIssue", "IID", 1, "Title", "It leaks", "State", "opened", "Labels", "[cellar]",
		"Assignee.Username", "root", "DueDate", "2099-01-02")
	got(on.ListIssues(&gitlab.ListIssuesOptions{Scope: text("created_by_me")})).holds("Issues.ListIssues", "length", 1)
	got(on.ListGroupIssues(w.group, nil)).holds("Issues.ListGroupIssues", "length", 1, "0.ID", issue.ID)
	got(on.ListProjectIssues(w.project, &gitlab.ListProjectIssuesOptions{Labels: &gitlab.Labels{"cellar"}})).
		holds("Issues.ListProjectIssues", "length", 1, "0.Title", "It leaks")
	got(on.GetIssue(w.project, 1)).holds("Issues.GetIssue", "Description", "Into the den", "Author.Username", "root")
	got(on.UpdateIssue(w.project, 1, &gitlab.UpdateIssueOptions{
		AddLabels: &gitlab.Labels{"common"}, StateEvent: text("close"), DiscussionLocked: no(),
	})).holds("Issues.UpdateIssue", "Labels", "[cellar common]", "State", "closed", "ClosedBy.Username", "root")
	if _, _, err := on.UpdateIssue(w.project, 1, &gitlab.UpdateIssueOptions{StateEvent: text("reopen")}); err != nil {
		panic(err)
	}
	// Who writes an issue gets its mails.
	got(on.UnsubscribeFromIssue(w.project, 1)).holds("Issues.UnsubscribeFromIssue", "Subscribed", false)
	got(on.SubscribeToIssue(w.project, 1)).holds("Issues.SubscribeToIssue", "Subscribed", true)
	todo := got(on.CreateTodo(w.project, 1)).
		holds("Issues.CreateTodo", "ActionName", "marked", "TargetType", "Issue", "Target.Title", "It leaks", "State", "pending")
	got(w.api.Todos.ListTodos(&gitlab.ListTodosOptions{ProjectID: number(w.project)})).holds("Todos.ListTodos", "0.ID", todo.ID)
	pending := func() int { return count(w.api.Todos.ListTodos(nil)) }
	before := pending()
	done(w.api.Todos.MarkTodoAsDone(todo.ID)).leaves("Todos.MarkTodoAsDone", 201, pending() == before-1)
	got(on.GetParticipants(w.project, 1)).holds("Issues.GetParticipants", "length", 1, "0.Username", "root")
	got(on.ListMergeRequestsClosingIssue(w.project, 1, nil)).holds("Issues.ListMergeRequestsClosingIssue", "length", 0)
	got(on.ListMergeRequestsRelatedToIssue(w.project, 1, nil)).holds("Issues.ListMergeRequestsRelatedToIssue", "length", 0)
	got(on.SetTimeEstimate(w.project, 1, &gitlab.SetTimeEstimateOptions{Duration: text("2h")})).
		holds("Issues.SetTimeEstimate", "TimeEstimate", 7200, "HumanTimeEstimate", "2h")
	got(on.AddSpentTime(w.project, 1, &gitlab.AddSpentTimeOptions{Duration: text("30m")})).
		holds("Issues.AddSpentTime", "TotalTimeSpent", 1800, "HumanTotalTimeSpent", "30m")
	got(on.GetTimeSpent(w.project, 1)).holds("Issues.GetTimeSpent", "TimeEstimate", 7200, "TotalTimeSpent", 1800)
	got(on.ResetTimeEstimate(w.project, 1)).holds("Issues.ResetTimeEstimate", "TimeEstimate", 0, "TotalTimeSpent", 1800)
	got(on.ResetSpentTime(w.project, 1)).holds("Issues.ResetSpentTime", "TotalTimeSpent", 0)

	for _, title := range []string{"It drips", "It floods"} {
		if _, _, err := on.CreateIssue(w.project, &gitlab.CreateIssueOptions{Title: text(title)}); err != nil {
			panic(err)
		}
	}
	links := w.api.IssueLinks
	linked := got(links.CreateIssueLink(w.project, 1, &gitlab.CreateIssueLinkOptions{
		TargetProjectID: text("burrow/tunnel"), TargetIssueIID: text("2"), LinkType: text("relates_to"),
	})).holds("IssueLinks.CreateIssueLink", "SourceIssue.IID", 1, "TargetIssue.IID", 2, "LinkType", "relates_to")
	related := got(links.ListIssueRelations(w.project, 1)).holds("IssueLinks.ListIssueRelations", "length", 1, "0.Title", "It drips")
	link := related[0].IssueLinkID
	got(links.GetIssueLink(w.project, 1, link)).holds("IssueLinks.GetIssueLink", "TargetIssue.ID", linked.TargetIssue.ID)
	got(links.DeleteIssueLink(w.project, 1, link)).holds("IssueLinks.DeleteIssueLink", "SourceIssue.IID", 1)

	counts := "Statistics.Counts"
	statistics := w.api.IssuesStatistics
	got(statistics.GetIssuesStatistics(&gitlab.GetIssuesStatisticsOptions{Scope: text("all")})).
		holds("IssuesStatistics.GetIssuesStatistics", counts+".All", 3, counts+".Opened", 3)
	got(statistics.GetGroupIssuesStatistics(w.group, nil)).holds("IssuesStatistics.GetGroupIssuesStatistics", counts+".All", 3)
	got(statistics.GetProjectIssuesStatistics(w.project, nil)).
		holds("IssuesStatistics.GetProjectIssuesStatistics", counts+".Opened", 3, counts+".Closed", 0)

	elsewhere, _, err := w.api.Projects.CreateProject(&gitlab.CreateProjectOptions{Name: text("elsewhere")})
	if err != nil {
		panic(err)
	}
	got(on.MoveIssue(w.project, 3, &gitlab.MoveIssueOptions{ToProjectID: number(elsewhere.ID)})).
		holds("Issues.MoveIssue", "ProjectID", elsewhere.ID, "IID", 1, "Title", "It floods")
	done(on.DeleteIssue(w.project, 3)).removes("Issues.DeleteIssue", missing(on.GetIssue(w.project, 3)))
}
