package main

import (
	"strings"

	gitlab "github.com/xanzy/go-gitlab"
)

func projects(w *world) {
	on := w.api.Projects
	project := got(on.CreateProject(&gitlab.CreateProjectOptions{
		Name: text("tunnel"), NamespaceID: number(w.group), InitializeWithReadme: yes(), Topics: &[]string{"digging"},
	})).holds("Projects.CreateProject", "PathWithNamespace", "burrow/tunnel", "DefaultBranch", "main", "Visibility", "private", "Topics", "[digging]")
	w.project = project.ID
	head, _, err := w.api.Commits.GetCommit(project.ID, "main")
	if err != nil {
		panic(err)
	}
	w.sha = head.ID
	got(on.ListProjects(&gitlab.ListProjectsOptions{Search: text("tunnel")})).
		holds("Projects.ListProjects", "length", 1, "0.Name", "tunnel")
	got(w.api.Groups.ListGroupProjects(w.group, nil)).holds("Groups.ListGroupProjects", "length", 1, "0.ID", project.ID)
	got(on.GetProject("burrow/tunnel", &gitlab.GetProjectOptions{Statistics: yes()})).
		holds("Projects.GetProject", "ID", project.ID, "Statistics.JobArtifactsSize", 0)
	got(on.EditProject(project.ID, &gitlab.EditProjectOptions{
		Description: text("Under the lawn"), MergeMethod: gitlab.MergeMethod(gitlab.RebaseMerge),
	})).holds("Projects.EditProject", "Description", "Under the lawn", "MergeMethod", "rebase_merge")
	if _, _, err := on.EditProject(project.ID, &gitlab.EditProjectOptions{MergeMethod: gitlab.MergeMethod(gitlab.NoFastForwardMerge)}); err != nil {
		panic(err)
	}
	theirs := got(on.CreateProjectForUser(w.userID, &gitlab.CreateProjectForUserOptions{Name: text("hole")})).
		holds("Projects.CreateProjectForUser", "PathWithNamespace", "gopher/hole")
	got(on.ListUserProjects(w.userID, nil)).holds("Projects.ListUserProjects", "length", 1, "0.Name", "hole")
	got(on.StarProject(project.ID)).holds("Projects.StarProject", "StarCount", 1)
	got(on.ListUserStarredProjects("root", nil)).holds("Projects.ListUserStarredProjects", "length", 1, "0.Name", "tunnel")
	got(on.UnstarProject(project.ID)).holds("Projects.UnstarProject", "StarCount", 0)
	got(on.ArchiveProject(theirs.ID)).holds("Projects.ArchiveProject", "Archived", true)
	got(on.UnarchiveProject(theirs.ID)).holds("Projects.UnarchiveProject", "Archived", false)
	got(on.ListProjectsUsers(project.ID, nil)).holds("Projects.ListProjectsUsers", "length", 1, "0.Username", "root")
	got(on.ListProjectsGroups(project.ID, nil)).holds("Projects.ListProjectsGroups", "length", 1, "0.FullPath", "burrow")
	file := got(on.UploadFile(project.ID, strings.NewReader("Earth"), "earth.txt")).
		holds("Projects.UploadFile", "Alt", "earth.txt", "URL", something)
	if !strings.HasSuffix(file.Markdown, "/earth.txt)") {
		tell("Projects.UploadFile, its Markdown", file.Markdown)
	}
	got(on.UploadAvatar(project.ID, picture(), "avatar.png")).holds("Projects.UploadAvatar", "AvatarURL", something)

	fork := got(on.ForkProject(project.ID, &gitlab.ForkProjectOptions{Path: text("mole"), Name: text("mole")})).
		holds("Projects.ForkProject", "PathWithNamespace", "root/mole", "ForkedFromProject.ID", project.ID)
	got(on.ListProjectForks(project.ID, nil)).holds("Projects.ListProjectForks", "length", 1, "0.ID", fork.ID)
	done(on.DeleteProjectForkRelation(fork.ID)).
		removes("Projects.DeleteProjectForkRelation", count(on.ListProjectForks(project.ID, nil)) == 0)
	got(on.CreateProjectForkRelation(fork.ID, project.ID)).holds("Projects.CreateProjectForkRelation", "ID", fork.ID)
	got(on.TransferProject(theirs.ID, &gitlab.TransferProjectOptions{Namespace: "burrow"})).
		holds("Projects.TransferProject", "PathWithNamespace", "burrow/hole")
	got(w.api.Groups.TransferGroup("den", theirs.ID)).holds("Groups.TransferGroup", "Path", "den")
	done(on.ShareProjectWithGroup(project.ID, &gitlab.ShareWithGroupOptions{
		GroupID: number(w.group + 1), GroupAccess: gitlab.AccessLevel(gitlab.ReporterPermissions),
	})).leaves("Projects.ShareProjectWithGroup", 201, shared(w) == 1)
	done(on.DeleteSharedProjectFromGroup(project.ID, w.group+1)).
		removes("Projects.DeleteSharedProjectFromGroup", shared(w) == 0)
	done(on.DeleteProject(theirs.ID)).leaves("Projects.DeleteProject", 202, missing(on.GetProject(theirs.ID, nil)) || doomed(w, theirs.ID))

	custom := w.api.CustomAttribute
	depth := gitlab.CustomAttribute{Key: "depth", Value: "3"}
	got(custom.SetCustomProjectAttribute(project.ID, depth)).holds("CustomAttribute.SetCustomProjectAttribute", "Value", "3")
	got(custom.ListCustomProjectAttributes(project.ID)).holds("CustomAttribute.ListCustomProjectAttributes", "length", 1)
	got(custom.GetCustomProjectAttribute(project.ID, "depth")).holds("CustomAttribute.GetCustomProjectAttribute", "Value", "3")
	done(custom.DeleteCustomProjectAttribute(project.ID, "depth")).
		removes("CustomAttribute.DeleteCustomProjectAttribute", missing(custom.GetCustomProjectAttribute(project.ID, "depth")))
}

// Does the project wait to be removed?
func doomed(w *world, project int) bool {
	found, _, err := w.api.Projects.GetProject(project, nil)
	return err == nil && found.MarkedForDeletionAt != nil
}

// With how many groups the project is shared.
func shared(w *world) int {
	found, _, err := w.api.Projects.GetProject(w.project, nil)
	if err != nil {
		return -1
	}
	return len(found.SharedWithGroups)
}

func access(w *world) {
	on := w.api.ProjectMembers
	got(on.AddProjectMember(w.project, &gitlab.AddProjectMemberOptions{
		UserID: w.userID, AccessLevel: gitlab.AccessLevel(gitlab.DeveloperPermissions),
	})).holds("ProjectMembers.AddProjectMember", "Username", "gopher", "AccessLevel", 30)
	got(on.ListProjectMembers(w.project, nil)).holds("ProjectMembers.ListProjectMembers", "length", 1)
	got(on.ListAllProjectMembers(w.project, nil)).holds("ProjectMembers.ListAllProjectMembers", "length", 2)
	got(on.GetProjectMember(w.project, w.userID)).holds("ProjectMembers.GetProjectMember", "AccessLevel", 30)
	got(on.GetInheritedProjectMember(w.project, 1)).holds("ProjectMembers.GetInheritedProjectMember", "Username", "root", "AccessLevel", 50)
	got(on.EditProjectMember(w.project, w.userID, &gitlab.EditProjectMemberOptions{
		AccessLevel: gitlab.AccessLevel(gitlab.MaintainerPermissions),
	})).holds("ProjectMembers.EditProjectMember", "AccessLevel", 40)
	done(on.DeleteProjectMember(w.project, w.userID)).
		removes("ProjectMembers.DeleteProjectMember", missing(on.GetProjectMember(w.project, w.userID)))

	// The project and the group have to be seen to be asked for.
	visible := gitlab.Visibility(gitlab.PublicVisibility)
	if _, _, err := w.api.Groups.UpdateGroup(w.group, &gitlab.UpdateGroupOptions{Visibility: visible}); err != nil {
		panic(err)
	}
	if _, _, err := w.api.Projects.EditProject(w.project, &gitlab.EditProjectOptions{Visibility: visible}); err != nil {
		panic(err)
	}
	asked, theirs := w.api.AccessRequests, w.other.AccessRequests
	got(theirs.RequestProjectAccess(w.project)).holds("AccessRequests.RequestProjectAccess", "Username", "gopher", "RequestedAt", something)
	got(asked.ListProjectAccessRequests(w.project, nil)).holds("AccessRequests.ListProjectAccessRequests", "length", 1, "0.ID", w.userID)
	done(asked.DenyProjectAccessRequest(w.project, w.userID)).
		removes("AccessRequests.DenyProjectAccessRequest", count(asked.ListProjectAccessRequests(w.project, nil)) == 0)
	if _, _, err := theirs.RequestProjectAccess(w.project); err != nil {
		panic(err)
	}
	got(asked.ApproveProjectAccessRequest(w.project, w.userID, &gitlab.ApproveAccessRequestOptions{
		AccessLevel: gitlab.AccessLevel(gitlab.ReporterPermissions),
	})).holds("AccessRequests.ApproveProjectAccessRequest", "AccessLevel", 20)
	got(theirs.RequestGroupAccess(w.group)).holds("AccessRequests.RequestGroupAccess", "Username", "gopher")
	got(asked.ListGroupAccessRequests(w.group, nil)).holds("AccessRequests.ListGroupAccessRequests", "length", 1)
	done(asked.DenyGroupAccessRequest(w.group, w.userID)).
		removes("AccessRequests.DenyGroupAccessRequest", count(asked.ListGroupAccessRequests(w.group, nil)) == 0)
	if _, _, err := theirs.RequestGroupAccess(w.group); err != nil {
		panic(err)
	}
	got(asked.ApproveGroupAccessRequest(w.group, w.userID, nil)).
		holds("AccessRequests.ApproveGroupAccessRequest", "AccessLevel", 30)

	invited := w.api.Invites
	level := gitlab.AccessLevel(gitlab.DeveloperPermissions)
	got(invited.ProjectInvites(w.project, &gitlab.InvitesOptions{Email: text("mole@example.com"), AccessLevel: level})).
		holds("Invites.ProjectInvites", "Status", "success")
	got(invited.ListPendingProjectInvitations(w.project, nil)).
		holds("Invites.ListPendingProjectInvitations", "length", 1, "0.InviteEmail", "mole@example.com")
	got(invited.GroupInvites(w.group, &gitlab.InvitesOptions{Email: text("vole@example.com"), AccessLevel: level})).
		holds("Invites.GroupInvites", "Status", "success")
	got(invited.ListPendingGroupInvitations(w.group, nil)).
		holds("Invites.ListPendingGroupInvitations", "length", 1, "0.AccessLevel", 30)

	tokens := w.api.ProjectAccessTokens
	token := got(tokens.CreateProjectAccessToken(w.project, &gitlab.CreateProjectAccessTokenOptions{
		Name: text("bot"), Scopes: &[]string{"api"}, ExpiresAt: soon(), AccessLevel: level,
	})).holds("ProjectAccessTokens.CreateProjectAccessToken", "Name", "bot", "Token", something, "AccessLevel", 30)
	got(tokens.ListProjectAccessTokens(w.project, nil)).holds("ProjectAccessTokens.ListProjectAccessTokens", "length", 1)
	got(tokens.GetProjectAccessToken(w.project, token.ID)).holds("ProjectAccessTokens.GetProjectAccessToken", "Active", true)
	bot := connect(token.Token)
	works := func() bool {
		_, _, err := bot.Users.CurrentUser()
		return err == nil
	}
	worked := works()
	done(tokens.RevokeProjectAccessToken(w.project, token.ID)).
		removes("ProjectAccessTokens.RevokeProjectAccessToken", worked && !works())

	notified := w.api.NotificationSettings
	watch := &gitlab.NotificationSettingsOptions{Level: gitlab.NotificationLevel(gitlab.WatchNotificationLevel)}
	got(notified.GetGlobalSettings()).holds("NotificationSettings.GetGlobalSettings", "Level", "participating")
	got(notified.UpdateGlobalSettings(watch)).holds("NotificationSettings.UpdateGlobalSettings", "Level", "watch")
	got(notified.GetSettingsForProject(w.project)).holds("NotificationSettings.GetSettingsForProject", "Level", "global")
	got(notified.UpdateSettingsForProject(w.project, watch)).holds("NotificationSettings.UpdateSettingsForProject", "Level", "watch")
	got(notified.GetSettingsForGroup(w.group)).holds("NotificationSettings.GetSettingsForGroup", "Level", "global")
	got(notified.UpdateSettingsForGroup(w.group, watch)).holds("NotificationSettings.UpdateSettingsForGroup", "Level", "watch")
}
