package main

import gitlab "github.com/xanzy/go-gitlab"

// A snippet of the project.
func (w *world) snippet() int {
	made, _, err := w.api.ProjectSnippets.CreateSnippet(w.project, &gitlab.CreateProjectSnippetOptions{
		Title: text("Talked of"), FileName: text("talk.txt"), Content: text("Talk"), Visibility: gitlab.Visibility(gitlab.PrivateVisibility),
	})
	if err != nil {
		panic(err)
	}
	return made.ID
}

func notes(w *world) {
	on := w.api.Notes
	note := got(on.CreateIssueNote(w.project, 1, &gitlab.CreateIssueNoteOptions{Body: text("Here")})).
		holds("Notes.CreateIssueNote", "Body", "Here", "Author.Username", "root", "NoteableType", "Issue", "System", false)
	got(on.ListIssueNotes(w.project, 1, &gitlab.ListIssueNotesOptions{OrderBy: text("created_at"), Sort: text("desc")})).
		holds("Notes.ListIssueNotes", "0.ID", note.ID)
	got(on.GetIssueNote(w.project, 1, note.ID)).holds("Notes.GetIssueNote", "Body", "Here")
	got(on.UpdateIssueNote(w.project, 1, note.ID, &gitlab.UpdateIssueNoteOptions{Body: text("There")})).
		holds("Notes.UpdateIssueNote", "Body", "There")
	done(on.DeleteIssueNote(w.project, 1, note.ID)).removes("Notes.DeleteIssueNote", missing(on.GetIssueNote(w.project, 1, note.ID)))

	merge := w.propose("spoken", "").IID
	note = got(on.CreateMergeRequestNote(w.project, merge, &gitlab.CreateMergeRequestNoteOptions{Body: text("Good")})).
		holds("Notes.CreateMergeRequestNote", "Body", "Good", "NoteableType", "MergeRequest")
	got(on.ListMergeRequestNotes(w.project, merge, nil)).holds("Notes.ListMergeRequestNotes", "length", 1, "0.ID", note.ID)
	got(on.GetMergeRequestNote(w.project, merge, note.ID)).holds("Notes.GetMergeRequestNote", "NoteableIID", merge)
	got(on.UpdateMergeRequestNote(w.project, merge, note.ID, &gitlab.UpdateMergeRequestNoteOptions{Body: text("Better")})).
		holds("Notes.UpdateMergeRequestNote", "Body", "Better")
	done(on.DeleteMergeRequestNote(w.project, merge, note.ID)).
		removes("Notes.DeleteMergeRequestNote", missing(on.GetMergeRequestNote(w.project, merge, note.ID)))

	snippet := w.snippet()
	note = got(on.CreateSnippetNote(w.project, snippet, &gitlab.CreateSnippetNoteOptions{Body: text("Short")})).
		holds("Notes.CreateSnippetNote", "Body", "Short", "NoteableType", "Snippet")
	got(on.ListSnippetNotes(w.project, snippet, nil)).holds("Notes.ListSnippetNotes", "length", 1)
	got(on.GetSnippetNote(w.project, snippet, note.ID)).holds("Notes.GetSnippetNote", "NoteableID", snippet)
	got(on.UpdateSnippetNote(w.project, snippet, note.ID, &gitlab.UpdateSnippetNoteOptions{Body: text("Shorter")})).
		holds("Notes.UpdateSnippetNote", "Body", "Shorter")
	done(on.DeleteSnippetNote(w.project, snippet, note.ID)).
		removes("Notes.DeleteSnippetNote", missing(on.GetSnippetNote(w.project, snippet, note.ID)))
}

func discussions(w *world) {
	on := w.api.Discussions
	talk := got(on.CreateIssueDiscussion(w.project, 1, &gitlab.CreateIssueDiscussionOptions{Body: text("Where?")})).
		holds("Discussions.CreateIssueDiscussion", "IndividualNote", false, "Notes.0.Body", "Where?", "Notes.0.Type", "DiscussionNote")
	got(on.ListIssueDiscussions(w.project, 1, nil)).holds("Discussions.ListIssueDiscussions", "0.ID", something)
	got(on.GetIssueDiscussion(w.project, 1, talk.ID)).holds("Discussions.GetIssueDiscussion", "ID", talk.ID)
	note := got(on.AddIssueDiscussionNote(w.project, 1, talk.ID, &gitlab.AddIssueDiscussionNoteOptions{Body: text("Here")})).
		holds("Discussions.AddIssueDiscussionNote", "Body", "Here")
	got(on.UpdateIssueDiscussionNote(w.project, 1, talk.ID, note.ID, &gitlab.UpdateIssueDiscussionNoteOptions{Body: text("There")})).
		holds("Discussions.UpdateIssueDiscussionNote", "Body", "There")
	left := func(found *gitlab.Discussion, _ *gitlab.Response, err error) int {
		if err != nil {
			return -1
		}
		return len(found.Notes)
	}
	done(on.DeleteIssueDiscussionNote(w.project, 1, talk.ID, note.ID)).
		removes("Discussions.DeleteIssueDiscussionNote", left(on.GetIssueDiscussion(w.project, 1, talk.ID)) == 1)

	merge := w.propose("discussed", "")
	talk = got(on.CreateMergeRequestDiscussion(w.project, merge.IID, &gitlab.CreateMergeRequestDiscussionOptions{
		Body: text("Why?"), Position: &gitlab.NotePosition{
			BaseSHA: merge.DiffRefs.BaseSha, StartSHA: merge.DiffRefs.StartSha, HeadSHA: merge.DiffRefs.HeadSha,
			PositionType: "text", NewPath: "discussed", NewLine: 1,
		},
	})).holds("Discussions.CreateMergeRequestDiscussion", "Notes.0.Type", "DiffNote", "Notes.0.Position.NewLine", 1,
		"Notes.0.Resolvable", true, "Notes.0.Resolved", false)
	got(on.ListMergeRequestDiscussions(w.project, merge.IID, nil)).
		holds("Discussions.ListMergeRequestDiscussions", "length", 1, "0.ID", talk.ID)
	got(on.GetMergeRequestDiscussion(w.project, merge.IID, talk.ID)).
		holds("Discussions.GetMergeRequestDiscussion", "Notes.0.Position.NewPath", "discussed")
	note = got(on.AddMergeRequestDiscussionNote(w.project, merge.IID, talk.ID, &gitlab.AddMergeRequestDiscussionNoteOptions{
		Body: text("So"),
	})).holds("Discussions.AddMergeRequestDiscussionNote", "Body", "So")
	got(on.UpdateMergeRequestDiscussionNote(w.project, merge.IID, talk.ID, note.ID, &gitlab.UpdateMergeRequestDiscussionNoteOptions{
		Body: text("So that"),
	})).holds("Discussions.UpdateMergeRequestDiscussionNote", "Body", "So that")
	got(on.ResolveMergeRequestDiscussion(w.project, merge.IID, talk.ID, &gitlab.ResolveMergeRequestDiscussionOptions{Resolved: yes()})).
		holds("Discussions.ResolveMergeRequestDiscussion", "Notes.0.Resolved", true, "Notes.0.ResolvedBy.Username", "root")
	done(on.DeleteMergeRequestDiscussionNote(w.project, merge.IID, talk.ID, note.ID)).
		removes("Discussions.DeleteMergeRequestDiscussionNote", left(on.GetMergeRequestDiscussion(w.project, merge.IID, talk.ID)) == 1)

	snippet := w.snippet()
	talk = got(on.CreateSnippetDiscussion(w.project, snippet, &gitlab.CreateSnippetDiscussionOptions{Body: text("What?")})).
		holds("Discussions.CreateSnippetDiscussion", "Notes.0.NoteableType", "Snippet")
	got(on.ListSnippetDiscussions(w.project, snippet, nil)).holds("Discussions.ListSnippetDiscussions", "length", 1)
	got(on.GetSnippetDiscussion(w.project, snippet, talk.ID)).holds("Discussions.GetSnippetDiscussion", "Notes.0.Body", "What?")
	note = got(on.AddSnippetDiscussionNote(w.project, snippet, talk.ID, &gitlab.AddSnippetDiscussionNoteOptions{Body: text("That")})).
		holds("Discussions.AddSnippetDiscussionNote", "Body", "That")
	got(on.UpdateSnippetDiscussionNote(w.project, snippet, talk.ID, note.ID, &gitlab.UpdateSnippetDiscussionNoteOptions{Body: text("This")})).
		holds("Discussions.UpdateSnippetDiscussionNote", "Body", "This")
	done(on.DeleteSnippetDiscussionNote(w.project, snippet, talk.ID, note.ID)).
		removes("Discussions.DeleteSnippetDiscussionNote", left(on.GetSnippetDiscussion(w.project, snippet, talk.ID)) == 1)
}

func awards(w *world) {
	on := w.api.AwardEmoji
	rocket := &gitlab.CreateAwardEmojiOptions{Name: "rocket"}
	merge, snippet := w.propose("awarded", "").IID, w.snippet()
	award := got(on.CreateIssueAwardEmoji(w.project, 1, rocket)).
		holds("AwardEmoji.CreateIssueAwardEmoji", "Name", "rocket", "User.Username", "root", "AwardableType", "Issue")
	got(on.ListIssueAwardEmoji(w.project, 1, nil)).holds("AwardEmoji.ListIssueAwardEmoji", "length", 1)
	got(on.GetIssueAwardEmoji(w.project, 1, award.ID)).holds("AwardEmoji.GetIssueAwardEmoji", "Name", "rocket")
	done(on.DeleteIssueAwardEmoji(w.project, 1, award.ID)).
		removes("AwardEmoji.DeleteIssueAwardEmoji", missing(on.GetIssueAwardEmoji(w.project, 1, award.ID)))
	award = got(on.CreateMergeRequestAwardEmoji(w.project, merge, rocket)).
		holds("AwardEmoji.CreateMergeRequestAwardEmoji", "AwardableType", "MergeRequest")
	got(on.ListMergeRequestAwardEmoji(w.project, merge, nil)).holds("AwardEmoji.ListMergeRequestAwardEmoji", "length", 1)
	got(on.GetMergeRequestAwardEmoji(w.project, merge, award.ID)).holds("AwardEmoji.GetMergeRequestAwardEmoji", "Name", "rocket")
	done(on.DeleteMergeRequestAwardEmoji(w.project, merge, award.ID)).
		removes("AwardEmoji.DeleteMergeRequestAwardEmoji", missing(on.GetMergeRequestAwardEmoji(w.project, merge, award.ID)))
	award = got(on.CreateSnippetAwardEmoji(w.project, snippet, rocket)).
		holds("AwardEmoji.CreateSnippetAwardEmoji", "AwardableType", "Snippet")
	got(on.ListSnippetAwardEmoji(w.project, snippet, nil)).holds("AwardEmoji.ListSnippetAwardEmoji", "length", 1)
	got(on.GetSnippetAwardEmoji(w.project, snippet, award.ID)).holds("AwardEmoji.GetSnippetAwardEmoji", "Name", "rocket")
	done(on.DeleteSnippetAwardEmoji(w.project, snippet, award.ID)).
		removes("AwardEmoji.DeleteSnippetAwardEmoji", missing(on.GetSnippetAwardEmoji(w.project, snippet, award.ID)))

	note, _, err := w.api.Notes.CreateIssueNote(w.project, 1, &gitlab.CreateIssueNoteOptions{Body: text("Well")})
	if err != nil {
		panic(err)
	}
	award = got(on.CreateIssuesAwardEmojiOnNote(w.project, 1, note.ID, rocket)).
		holds("AwardEmoji.CreateIssuesAwardEmojiOnNote", "AwardableType", "Note", "AwardableID", note.ID)
	got(on.ListIssuesAwardEmojiOnNote(w.project, 1, note.ID, nil)).holds("AwardEmoji.ListIssuesAwardEmojiOnNote", "length", 1)
	got(on.GetIssuesAwardEmojiOnNote(w.project, 1, note.ID, award.ID)).holds("AwardEmoji.GetIssuesAwardEmojiOnNote", "Name", "rocket")
	done(on.DeleteIssuesAwardEmojiOnNote(w.project, 1, note.ID, award.ID)).
		removes("AwardEmoji.DeleteIssuesAwardEmojiOnNote", missing(on.GetIssuesAwardEmojiOnNote(w.project, 1, note.ID, award.ID)))
	note, _, err = w.api.Notes.CreateMergeRequestNote(w.project, merge, &gitlab.CreateMergeRequestNoteOptions{Body: text("Well")})
	if err != nil {
		panic(err)
	}
	award = got(on.CreateMergeRequestAwardEmojiOnNote(w.project, merge, note.ID, rocket)).
		holds("AwardEmoji.CreateMergeRequestAwardEmojiOnNote", "AwardableID", note.ID)
	got(on.ListMergeRequestAwardEmojiOnNote(w.project, merge, note.ID, nil)).holds("AwardEmoji.ListMergeRequestAwardEmojiOnNote", "length", 1)
	got(on.GetMergeRequestAwardEmojiOnNote(w.project, merge, note.ID, award.ID)).
		holds("AwardEmoji.GetMergeRequestAwardEmojiOnNote", "Name", "rocket")
	done(on.DeleteMergeRequestAwardEmojiOnNote(w.project, merge, note.ID, award.ID)).
		removes("AwardEmoji.DeleteMergeRequestAwardEmojiOnNote", missing(on.GetMergeRequestAwardEmojiOnNote(w.project, merge, note.ID, award.ID)))
	note, _, err = w.api.Notes.CreateSnippetNote(w.project, snippet, &gitlab.CreateSnippetNoteOptions{Body: text("Well")})
	if err != nil {
		panic(err)
	}
	award = got(on.CreateSnippetAwardEmojiOnNote(w.project, snippet, note.ID, rocket)).
		holds("AwardEmoji.CreateSnippetAwardEmojiOnNote", "AwardableID", note.ID)
	got(on.ListSnippetAwardEmojiOnNote(w.project, snippet, note.ID, nil)).holds("AwardEmoji.ListSnippetAwardEmojiOnNote", "length", 1)
	got(on.GetSnippetAwardEmojiOnNote(w.project, snippet, note.ID, award.ID)).
		holds("AwardEmoji.GetSnippetAwardEmojiOnNote", "Name", "rocket")
	done(on.DeleteSnippetAwardEmojiOnNote(w.project, snippet, note.ID, award.ID)).
		removes("AwardEmoji.DeleteSnippetAwardEmojiOnNote", missing(on.GetSnippetAwardEmojiOnNote(w.project, snippet, note.ID, award.ID)))
}

func events(w *world) {
	// Issue 1 has its label since it was made, got another, was closed and opened again, and closed by a merge.
	labelled := w.api.ResourceLabelEvents
	found := got(labelled.ListIssueLabelEvents(w.project, 1, nil)).
		holds("ResourceLabelEvents.ListIssueLabelEvents", "length", 2, "0.Action", "add", "0.Label.Name", "cellar", "1.Label.Name", "common")
	got(labelled.GetIssueLabelEvent(w.project, 1, found[0].ID)).holds("ResourceLabelEvents.GetIssueLabelEvent", "ResourceType", "Issue")
	found = got(labelled.ListMergeRequestsLabelEvents(w.project, 1, nil)).
		holds("ResourceLabelEvents.ListMergeRequestsLabelEvents", "length", 1, "0.Label.Name", "cellar")
	got(labelled.GetMergeRequestLabelEvent(w.project, 1, found[0].ID)).
		holds("ResourceLabelEvents.GetMergeRequestLabelEvent", "ResourceType", "MergeRequest")
	states := w.api.ResourceStateEvents
	changed := got(states.ListIssueStateEvents(w.project, 1, nil)).
		holds("ResourceStateEvents.ListIssueStateEvents", "length", 3, "0.State", "closed", "1.State", "reopened", "2.State", "closed")
	got(states.GetIssueStateEvent(w.project, 1, changed[1].ID)).holds("ResourceStateEvents.GetIssueStateEvent", "State", "reopened")
	changed = got(states.ListMergeStateEvents(w.project, 1, nil)).
		holds("ResourceStateEvents.ListMergeStateEvents", "length", 1, "0.State", "merged", "0.User.Username", "root")
	got(states.GetMergeRequestStateEvent(w.project, 1, changed[0].ID)).holds("ResourceStateEvents.GetMergeRequestStateEvent", "State", "merged")

	autumn, _, err := w.api.Milestones.CreateMilestone(w.project, &gitlab.CreateMilestoneOptions{Title: text("autumn")})
	if err != nil {
		panic(err)
	}
	if _, _, err := w.api.Issues.UpdateIssue(w.project, 1, &gitlab.UpdateIssueOptions{MilestoneID: number(autumn.ID)}); err != nil {
		panic(err)
	}
	if _, _, err := w.api.MergeRequests.UpdateMergeRequest(w.project, 1, &gitlab.UpdateMergeRequestOptions{MilestoneID: number(autumn.ID)}); err != nil {
		panic(err)
	}
	planned := w.api.ResourceMilestoneEvents
	set := got(planned.ListIssueMilestoneEvents(w.project, 1, nil)).
		holds("ResourceMilestoneEvents.ListIssueMilestoneEvents", "length", 1, "0.Action", "add", "0.Milestone.Title", "autumn")
	got(planned.GetIssueMilestoneEvent(w.project, 1, set[0].ID)).holds("ResourceMilestoneEvents.GetIssueMilestoneEvent", "ID", set[0].ID)
	set = got(planned.ListMergeMilestoneEvents(w.project, 1, nil)).
		holds("ResourceMilestoneEvents.ListMergeMilestoneEvents", "length", 1, "0.Milestone.Title", "autumn")
	got(planned.GetMergeRequestMilestoneEvent(w.project, 1, set[0].ID)).
		holds("ResourceMilestoneEvents.GetMergeRequestMilestoneEvent", "ResourceType", "MergeRequest")

	on := w.api.Events
	issue, note := gitlab.IssueEventTargetType, gitlab.NoteEventTargetType
	closed := gitlab.ClosedEventType
	got(on.ListCurrentUserContributionEvents(&gitlab.ListContributionEventsOptions{TargetType: &note})).
		holds("Events.ListCurrentUserContributionEvents", "0.ActionName", "commented on", "0.Note.Body", something)
	got(w.api.Users.ListUserContributionEvents(1, &gitlab.ListContributionEventsOptions{TargetType: &issue, Action: &closed})).
		holds("Users.ListUserContributionEvents", "0.ActionName", "closed", "0.TargetType", "Issue", "0.TargetTitle", "It leaks")
	got(on.ListProjectVisibleEvents(w.project, &gitlab.ListContributionEventsOptions{Sort: text("asc")})).
		holds("Events.ListProjectVisibleEvents", "0.ProjectID", w.project, "0.AuthorUsername", "root")
	got(w.api.Projects.GetProjectEvents(w.project, nil)).holds("Projects.GetProjectEvents", "0.ProjectID", w.project, "0.AuthorUsername", "root")
}
