package main

import (
	"net/http"
	"reflect"

	gitlab "github.com/xanzy/go-gitlab"
)

func hooks(w *world) {
	on := w.api.Projects
	hook := got(on.AddProjectHook(w.project, &gitlab.AddProjectHookOptions{
		URL: text("https://hooks.example.com/one"), IssuesEvents: yes(), PushEvents: no(), Token: text("secret"),
	})).holds("Projects.AddProjectHook", "URL", "https://hooks.example.com/one", "IssuesEvents", true, "PushEvents", false)
	got(on.ListProjectHooks(w.project, nil)).holds("Projects.ListProjectHooks", "length", 1, "0.ID", hook.ID)
	got(on.GetProjectHook(w.project, hook.ID)).holds("Projects.GetProjectHook", "ProjectID", w.project, "EnableSSLVerification", true)
	got(on.EditProjectHook(w.project, hook.ID, &gitlab.EditProjectHookOptions{URL: text(hook.URL), JobEvents: yes()})).
		holds("Projects.EditProjectHook", "JobEvents", true, "IssuesEvents", true)
	done(on.DeleteProjectHook(w.project, hook.ID)).removes("Projects.DeleteProjectHook", missing(on.GetProjectHook(w.project, hook.ID)))

	system := w.api.SystemHooks
	own := got(system.AddHook(&gitlab.AddHookOptions{URL: text("https://hooks.example.com/all"), PushEvents: yes()})).
		holds("SystemHooks.AddHook", "URL", "https://hooks.example.com/all", "PushEvents", true)
	got(system.ListHooks()).holds("SystemHooks.ListHooks", "length", 1, "0.ID", own.ID)
	got(system.GetHook(own.ID)).holds("SystemHooks.GetHook", "RepositoryUpdateEvents", something)
	done(system.DeleteHook(own.ID)).removes("SystemHooks.DeleteHook", missing(system.GetHook(own.ID)))
}

type setting[O any] func(pid any, options *O, more ...gitlab.RequestOptionFunc) (*gitlab.Response, error)

type getting[T any] func(pid any, more ...gitlab.RequestOptionFunc) (*T, *gitlab.Response, error)

type removing func(pid any, more ...gitlab.RequestOptionFunc) (*gitlab.Response, error)

// An integration is set, read and taken away, after which it is off.
func integration[O, T any](w *world, name string, set setting[O], options *O, get getting[T], remove removing, wanted ...any) {
	isActive := func() bool {
		found, _, err := get(w.project)
		return err == nil && at(reflect.ValueOf(found), "Active") == true
	}
	done(set(w.project, options)).leaves("Services.Set"+name+"Service", http.StatusOK, isActive())
	got(get(w.project)).holds("Services.Get"+name+"Service", wanted...)
	done(remove(w.project)).removes("Services.Delete"+name+"Service", !isActive())
}

func integrations(w *world) {
	on := w.api.Services
	url := text("https://example.com")
	got(on.ListServices(w.project)).holds("Services.ListServices", "length", 0)
	integration(w, "CustomIssueTracker", on.SetCustomIssueTrackerService, &gitlab.SetCustomIssueTrackerServiceOptions{
		NewIssueURL: text("https://example.com/new"), IssuesURL: text("https://example.com/:id"), ProjectURL: url,
	}, on.GetCustomIssueTrackerService, on.DeleteCustomIssueTrackerService, "Properties.ProjectURL", *url)
	integration(w, "DroneCI", on.SetDroneCIService, &gitlab.SetDroneCIServiceOptions{Token: text("secret"), DroneURL: url},
		on.GetDroneCIService, on.DeleteDroneCIService, "Properties.DroneURL", *url, "Properties.Token", "")
	integration(w, "ExternalWiki", on.SetExternalWikiService, &gitlab.SetExternalWikiServiceOptions{ExternalWikiURL: url},
		on.GetExternalWikiService, on.DeleteExternalWikiService, "Properties.ExternalWikiURL", *url)
	integration(w, "JenkinsCI", on.SetJenkinsCIService, &gitlab.SetJenkinsCIServiceOptions{URL: url, ProjectName: text("tunnel")},
		on.GetJenkinsCIService, on.DeleteJenkinsCIService, "Properties.URL", *url, "Properties.ProjectName", "tunnel")
	integration(w, "Jira", on.SetJiraService, &gitlab.SetJiraServiceOptions{URL: url, Username: text("gopher"), Password: text("secret")},
		on.GetJiraService, on.DeleteJiraService, "Properties.URL", *url, "Properties.Password", "")
	integration(w, "Mattermost", on.SetMattermostService, &gitlab.SetMattermostServiceOptions{WebHook: url, Channel: text("den")},
		on.GetMattermostService, on.DeleteMattermostService, "Properties.Channel", "den")
	integration(w, "MicrosoftTeams", on.SetMicrosoftTeamsService, &gitlab.SetMicrosoftTeamsServiceOptions{WebHook: url, NoteEvents: yes()},
		on.GetMicrosoftTeamsService, on.DeleteMicrosoftTeamsService, "NoteEvents", true)
	integration(w, "PipelinesEmail", on.SetPipelinesEmailService, &gitlab.SetPipelinesEmailServiceOptions{Recipients: text("gopher@example.com")},
		on.GetPipelinesEmailService, on.DeletePipelinesEmailService, "Properties.Recipients", "gopher@example.com")
	integration(w, "Slack", on.SetSlackService, &gitlab.SetSlackServiceOptions{WebHook: url, Username: text("gopher"), PushEvents: no()},
		on.GetSlackService, on.DeleteSlackService, "Properties.Username", "gopher", "PushEvents", false)
	integration(w, "MattermostSlashCommands", on.SetMattermostSlashCommandsService,
		&gitlab.SetMattermostSlashCommandsServiceOptions{Token: text("secret")},
		on.GetMattermostSlashCommandsService, on.DeleteMattermostSlashCommandsService, "Slug", "mattermost-slash-commands")
	integration(w, "YouTrack", on.SetYouTrackService, &gitlab.SetYouTrackServiceOptions{ProjectURL: url, IssuesURL: text("https://example.com/:id")},
		on.GetYouTrackService, on.DeleteYouTrackService, "Properties.ProjectURL", *url)
}

func deployKeysAndTokens(w *world) {
	on := w.api.DeployKeys
	key := got(on.AddDeployKey(w.project, &gitlab.AddDeployKeyOptions{Title: text("reads"), Key: text(sshKeys[2]), CanPush: no()})).
		holds("DeployKeys.AddDeployKey", "Title", "reads", "Key", sshKeys[2], "CanPush", false)
	got(on.ListProjectDeployKeys(w.project, nil)).holds("DeployKeys.ListProjectDeployKeys", "length", 1, "0.ID", key.ID)
	got(on.GetDeployKey(w.project, key.ID)).holds("DeployKeys.GetDeployKey", "Title", "reads")
	got(on.UpdateDeployKey(w.project, key.ID, &gitlab.UpdateDeployKeyOptions{Title: text("writes"), CanPush: yes()})).
		holds("DeployKeys.UpdateDeployKey", "Title", "writes", "CanPush", true)
	got(on.EnableDeployKey("root/works", key.ID)).holds("DeployKeys.EnableDeployKey", "ID", key.ID)
	got(on.ListAllDeployKeys(nil)).
		holds("DeployKeys.ListAllDeployKeys", "length", 1, "0.ProjectsWithWriteAccess.0.ID", w.project, "0.Fingerprint", something)
	done(on.DeleteDeployKey(w.project, key.ID)).removes("DeployKeys.DeleteDeployKey", missing(on.GetDeployKey(w.project, key.ID)))

	tokens := w.api.DeployTokens
	reads := &[]string{"read_repository"}
	made := got(tokens.CreateProjectDeployToken(w.project, &gitlab.CreateProjectDeployTokenOptions{
		Name: text("reads"), Username: text("reader"), Scopes: reads,
	})).holds("DeployTokens.CreateProjectDeployToken", "Name", "reads", "Username", "reader", "Token", something, "Scopes", *reads)
	got(tokens.ListProjectDeployTokens(w.project, nil)).holds("DeployTokens.ListProjectDeployTokens", "length", 1, "0.Token", "")
	got(tokens.GetProjectDeployToken(w.project, made.ID)).holds("DeployTokens.GetProjectDeployToken", "Name", "reads")
	common := got(tokens.CreateGroupDeployToken(w.group, &gitlab.CreateGroupDeployTokenOptions{Name: text("common"), Scopes: reads})).
		holds("DeployTokens.CreateGroupDeployToken", "Name", "common", "Username", something)
	got(tokens.ListGroupDeployTokens(w.group, nil)).holds("DeployTokens.ListGroupDeployTokens", "length", 1)
	got(tokens.GetGroupDeployToken(w.group, common.ID)).holds("DeployTokens.GetGroupDeployToken", "Scopes", *reads)
	got(tokens.ListAllDeployTokens()).holds("DeployTokens.ListAllDeployTokens", "length", 2)
	done(tokens.DeleteProjectDeployToken(w.project, made.ID)).
		removes("DeployTokens.DeleteProjectDeployToken", missing(tokens.GetProjectDeployToken(w.project, made.ID)))
	done(tokens.DeleteGroupDeployToken(w.group, common.ID)).
		removes("DeployTokens.DeleteGroupDeployToken", missing(tokens.GetGroupDeployToken(w.group, common.ID)))
}

func mirrorsAndPages(w *world) {
	on := w.api.ProjectMirrors
	mirror := got(on.AddProjectMirror(w.project, &gitlab.AddProjectMirrorOptions{
		URL: text("https://gopher:secret@example.com/tunnel.git"), Enabled: yes(),
	})).holds("ProjectMirrors.AddProjectMirror", "Enabled", true, "URL", "https://*****:*****@example.com/tunnel.git")
	got(on.ListProjectMirror(w.project, nil)).holds("ProjectMirrors.ListProjectMirror", "length", 1)
	got(on.GetProjectMirror(w.project, mirror.ID)).holds("ProjectMirrors.GetProjectMirror", "OnlyProtectedBranches", false)
	got(on.EditProjectMirror(w.project, mirror.ID, &gitlab.EditProjectMirrorOptions{Enabled: no(), OnlyProtectedBranches: yes()})).
		holds("ProjectMirrors.EditProjectMirror", "Enabled", false, "OnlyProtectedBranches", true)
	done(on.DeleteProjectMirror(w.project, mirror.ID)).
		removes("ProjectMirrors.DeleteProjectMirror", missing(on.GetProjectMirror(w.project, mirror.ID)))

	domains := w.api.PagesDomains
	got(domains.CreatePagesDomain(w.project, &gitlab.CreatePagesDomainOptions{Domain: text("tunnel.example.com")})).
		holds("PagesDomains.CreatePagesDomain", "Domain", "tunnel.example.com", "AutoSslEnabled", false)
	got(domains.ListPagesDomains(w.project, nil)).holds("PagesDomains.ListPagesDomains", "length", 1)
	got(domains.ListAllPagesDomains()).holds("PagesDomains.ListAllPagesDomains", "length", 1, "0.ProjectID", w.project)
	got(domains.GetPagesDomain(w.project, "tunnel.example.com")).holds("PagesDomains.GetPagesDomain", "URL", "http://tunnel.example.com")
	got(domains.UpdatePagesDomain(w.project, "tunnel.example.com", &gitlab.UpdatePagesDomainOptions{AutoSslEnabled: yes()})).
		holds("PagesDomains.UpdatePagesDomain", "AutoSslEnabled", true)
	done(domains.DeletePagesDomain(w.project, "tunnel.example.com")).
		removes("PagesDomains.DeletePagesDomain", missing(domains.GetPagesDomain(w.project, "tunnel.example.com")))
	done(w.api.Pages.UnpublishPages(w.project)).leaves("Pages.UnpublishPages", http.StatusNoContent, true)
}

func templates(w *world) {
	got(w.api.GitIgnoreTemplates.ListTemplates(nil)).holds("GitIgnoreTemplates.ListTemplates", "0.Name", something)
	got(w.api.GitIgnoreTemplates.GetTemplate("Go")).holds("GitIgnoreTemplates.GetTemplate", "Name", "Go", "Content", something)
	got(w.api.CIYMLTemplate.ListAllTemplates(nil)).holds("CIYMLTemplate.ListAllTemplates", "0.Name", something)
	got(w.api.CIYMLTemplate.GetTemplate("Go")).holds("CIYMLTemplate.GetTemplate", "Name", "Go", "Content", something)
	got(w.api.LicenseTemplates.ListLicenseTemplates(&gitlab.ListLicenseTemplatesOptions{Popular: yes()})).
		holds("LicenseTemplates.ListLicenseTemplates", "0.Key", something)
	got(w.api.LicenseTemplates.GetLicenseTemplate("mit", &gitlab.GetLicenseTemplateOptions{Fullname: text("Gopher")})).
		holds("LicenseTemplates.GetLicenseTemplate", "Name", "MIT License", "Permissions.0", "commercial-use")
}

func search(w *world) {
	on := w.api.Search
	all := &gitlab.SearchOptions{}
	got(on.Projects("tunnel", all)).holds("Search.Projects", "length", 1, "0.Name", "tunnel")
	got(on.ProjectsByGroup(w.group, "tunnel", all)).holds("Search.ProjectsByGroup", "length", 1)
	got(on.Issues("leaks", all)).holds("Search.Issues", "length", 1, "0.Title", "It leaks")
	got(on.IssuesByGroup(w.group, "leaks", all)).holds("Search.IssuesByGroup", "length", 1)
	got(on.IssuesByProject(w.project, "drips", all)).holds("Search.IssuesByProject", "length", 1, "0.IID", 2)
	got(on.MergeRequests("Mend", all)).holds("Search.MergeRequests", "length", 1, "0.State", "merged")
	got(on.MergeRequestsByGroup(w.group, "Mend", all)).holds("Search.MergeRequestsByGroup", "length", 1)
	got(on.MergeRequestsByProject(w.project, "Mend", all)).holds("Search.MergeRequestsByProject", "length", 1, "0.IID", 1)
	got(on.Milestones("autumn", all)).holds("Search.Milestones", "length", 1, "0.Title", "autumn")
	got(on.MilestonesByGroup(w.group, "autumn", all)).holds("Search.MilestonesByGroup", "length", 1)
	got(on.MilestonesByProject(w.project, "autumn", all)).holds("Search.MilestonesByProject", "0.ProjectID", w.project)
	got(on.SnippetTitles("Talked", all)).holds("Search.SnippetTitles", "0.Title", "Talked of")
	got(on.NotesByProject(w.project, "Where?", all)).holds("Search.NotesByProject", "length", 1, "0.Body", "Where?")
	got(on.WikiBlobsByProject(w.project, "Come", all)).holds("Search.WikiBlobsByProject", "length", 1)
	got(on.CommitsByProject(w.project, "Mended", all)).holds("Search.CommitsByProject", "length", 1, "0.Title", "Mended")
	got(on.BlobsByProject(w.project, "package", all)).
		holds("Search.BlobsByProject", "length", 2, "0.Filename", "b.go", "0.Startline", 1, "0.Data", "package b\n", "0.ProjectID", w.project)
	got(on.Users("goph", all)).holds("Search.Users", "length", 1, "0.Username", "gopher")
	got(on.UsersByGroup(w.group, "goph", all)).holds("Search.UsersByGroup", "length", 1)
	got(on.UsersByProject(w.project, "goph", all)).holds("Search.UsersByProject", "length", 1)
}

func instance(w *world) {
	got(w.api.Version.GetVersion()).holds("Version.GetVersion", "Version", something, "Revision", something)
	got(w.api.Markdown.Render(&gitlab.RenderOptions{Text: text("**bold**"), GitlabFlavouredMarkdown: no()})).
		holds("Markdown.Render", "HTML", something)
	got(w.api.Settings.GetSettings()).holds("Settings.GetSettings", "DefaultProjectVisibility", "private")
	got(w.api.Settings.UpdateSettings(&gitlab.UpdateSettingsOptions{DefaultProjectsLimit: number(7)})).
		holds("Settings.UpdateSettings", "DefaultProjectsLimit", 7)

	features := w.api.Features
	got(features.SetFeatureFlag("deep_shafts", true)).holds("Features.SetFeatureFlag", "Name", "deep_shafts", "State", "on")
	got(features.ListFeatures()).holds("Features.ListFeatures", "length", 1, "0.Name", "deep_shafts")
	limits := w.api.PlanLimits
	got(limits.ChangePlanLimits(&gitlab.ChangePlanLimitOptions{PlanName: text("default"), ConanMaxFileSize: number(100)})).
		holds("PlanLimits.ChangePlanLimits", "ConanMaxFileSize", 100)
	got(limits.GetCurrentPlanLimits(&gitlab.GetCurrentPlanLimitsOptions{PlanName: text("default")})).
		holds("PlanLimits.GetCurrentPlanLimits", "ConanMaxFileSize", 100)

	said := w.api.BroadcastMessage
	message := got(said.CreateBroadcastMessage(&gitlab.CreateBroadcastMessageOptions{Message: text("We move")})).
		holds("BroadcastMessage.CreateBroadcastMessage", "Message", "We move", "Active", true)
	got(said.ListBroadcastMessages(nil)).holds("BroadcastMessage.ListBroadcastMessages", "length", 1, "0.ID", message.ID)
	got(said.GetBroadcastMessage(message.ID)).holds("BroadcastMessage.GetBroadcastMessage", "Message", "We move")
	got(said.UpdateBroadcastMessage(message.ID, &gitlab.UpdateBroadcastMessageOptions{Message: text("We moved")})).
		holds("BroadcastMessage.UpdateBroadcastMessage", "Message", "We moved")
	done(said.DeleteBroadcastMessage(message.ID)).
		removes("BroadcastMessage.DeleteBroadcastMessage", missing(said.GetBroadcastMessage(message.ID)))

	applications := w.api.Applications
	made := got(applications.CreateApplication(&gitlab.CreateApplicationOptions{
		Name: text("digger"), RedirectURI: text("https://example.com/callback"), Scopes: text("api"),
	})).holds("Applications.CreateApplication", "ApplicationName", "digger", "Secret", something, "CallbackURL", "https://example.com/callback")
	got(applications.ListApplications(nil)).holds("Applications.ListApplications", "length", 1, "0.ApplicationID", made.ApplicationID)
	done(applications.DeleteApplication(made.ID)).
		removes("Applications.DeleteApplication", count(applications.ListApplications(nil)) == 0)

	topics := w.api.Topics
	topic := got(topics.CreateTopic(&gitlab.CreateTopicOptions{Name: text("soil"), Title: text("Soil")})).
		holds("Topics.CreateTopic", "Name", "soil", "Title", "Soil", "TotalProjectsCount", 0)
	got(topics.ListTopics(&gitlab.ListTopicsOptions{Search: text("soil")})).holds("Topics.ListTopics", "length", 1, "0.ID", topic.ID)
	got(topics.GetTopic(topic.ID)).holds("Topics.GetTopic", "Title", "Soil")
	got(topics.UpdateTopic(topic.ID, &gitlab.UpdateTopicOptions{Title: text("Earth")})).holds("Topics.UpdateTopic", "Title", "Earth", "Name", "soil")
	done(topics.DeleteTopic(topic.ID)).removes("Topics.DeleteTopic", missing(topics.GetTopic(topic.ID)))

	queues := w.api.Sidekiq
	got(queues.GetQueueMetrics()).holds("Sidekiq.GetQueueMetrics", "Queues", something)
	got(queues.GetProcessMetrics()).holds("Sidekiq.GetProcessMetrics", "Processes", something)
	got(queues.GetJobStats()).holds("Sidekiq.GetJobStats", "Jobs.Failed", 0)
	got(queues.GetCompoundMetrics()).holds("Sidekiq.GetCompoundMetrics", "Jobs.Failed", 0)
}

func removals(w *world) {
	// What is removed waits for it, and may be taken back.
	response, err := w.api.Groups.DeleteGroup(w.group)
	waiting, _, _ := w.api.Groups.GetGroup(w.group, nil)
	done(response, err).leaves("Groups.DeleteGroup", http.StatusAccepted, waiting != nil && waiting.MarkedForDeletionOn != nil)
	got(w.api.Groups.RestoreGroup(w.group)).holds("Groups.RestoreGroup", "ID", w.group, "MarkedForDeletionOn", nil)
	done(w.api.Users.DeleteUser(w.userID)).
		removes("Users.DeleteUser", missing(w.api.Users.GetUser(w.userID, gitlab.GetUsersOptions{})))
}
