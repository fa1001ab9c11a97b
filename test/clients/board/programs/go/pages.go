package main

import gitlab "github.com/xanzy/go-gitlab"

func snippets(w *world) {
	private := gitlab.Visibility(gitlab.PrivateVisibility)
	on := w.api.ProjectSnippets
	one := got(on.CreateSnippet(w.project, &gitlab.CreateProjectSnippetOptions{
		Title: text("One"), FileName: text("one.go"), Content: text("package one"), Visibility: private,
	})).holds("ProjectSnippets.CreateSnippet", "Title", "One", "FileName", "one.go", "Author.Username", "root")
	got(on.ListSnippets(w.project, nil)).holds("ProjectSnippets.ListSnippets", "0.ID", one.ID)
	got(on.GetSnippet(w.project, one.ID)).holds("ProjectSnippets.GetSnippet", "Title", "One")
	got(on.UpdateSnippet(w.project, one.ID, &gitlab.UpdateProjectSnippetOptions{Title: text("First"), Content: text("package first")})).
		holds("ProjectSnippets.UpdateSnippet", "Title", "First", "FileName", "one.go")
	got(read(on.SnippetContent(w.project, one.ID))).holds("ProjectSnippets.SnippetContent", "", "package first")
	done(on.DeleteSnippet(w.project, one.ID)).removes("ProjectSnippets.DeleteSnippet", missing(on.GetSnippet(w.project, one.ID)))

	own := w.api.Snippets
	two := got(own.CreateSnippet(&gitlab.CreateSnippetOptions{
		Title: text("Two"), FileName: text("two.go"), Content: text("package two"), Visibility: gitlab.Visibility(gitlab.PublicVisibility),
	})).holds("Snippets.CreateSnippet", "Title", "Two", "Files.0.Path", "two.go")
	got(own.ListSnippets(nil)).holds("Snippets.ListSnippets", "0.ID", two.ID)
	got(own.ExploreSnippets(nil)).holds("Snippets.ExploreSnippets", "length", 1, "0.Title", "Two")
	got(own.GetSnippet(two.ID)).holds("Snippets.GetSnippet", "Author.Username", "root")
	got(own.UpdateSnippet(two.ID, &gitlab.UpdateSnippetOptions{Title: text("Second"), Visibility: private})).
		holds("Snippets.UpdateSnippet", "Title", "Second")
	got(read(own.SnippetContent(two.ID))).holds("Snippets.SnippetContent", "", "package two")
	done(own.DeleteSnippet(two.ID)).removes("Snippets.DeleteSnippet", missing(own.GetSnippet(two.ID)))
}

func wikis(w *world) {
	on := w.api.Wikis
	got(on.CreateWikiPage(w.project, &gitlab.CreateWikiPageOptions{
		Title: text("Home"), Content: text("Welcome"), Format: gitlab.WikiFormat(gitlab.WikiFormatMarkdown),
	})).holds("Wikis.CreateWikiPage", "Slug", "Home", "Content", "Welcome", "Format", "markdown")
	got(on.ListWikis(w.project, &gitlab.ListWikisOptions{WithContent: yes()})).holds("Wikis.ListWikis", "length", 1, "0.Content", "Welcome")
	got(on.GetWikiPage(w.project, "Home", nil)).holds("Wikis.GetWikiPage", "Title", "Home", "Encoding", "UTF-8")
	got(on.EditWikiPage(w.project, "Home", &gitlab.EditWikiPageOptions{Content: text("Come in")})).
		holds("Wikis.EditWikiPage", "Content", "Come in", "Slug", "Home")
	if _, _, err := on.CreateWikiPage(w.project, &gitlab.CreateWikiPageOptions{Title: text("Gone"), Content: text("Soon")}); err != nil {
		panic(err)
	}
	done(on.DeleteWikiPage(w.project, "Gone")).removes("Wikis.DeleteWikiPage", missing(on.GetWikiPage(w.project, "Gone", nil)))
}

func releases(w *world) {
	on := w.api.Releases
	got(on.CreateRelease(w.project, &gitlab.CreateReleaseOptions{
		TagName: text("v1"), Name: text("One"), Description: text("The first"),
		Assets: &gitlab.ReleaseAssetsOptions{Links: []*gitlab.ReleaseAssetLinkOptions{
			{Name: text("a.zip"), URL: text("https://example.com/a.zip")},
		}},
	})).holds("Releases.CreateRelease", "TagName", "v1", "Name", "One", "Assets.Links.0.Name", "a.zip", "Author.Username", "root")
	got(on.ListReleases(w.project, nil)).holds("Releases.ListReleases", "length", 1, "0.TagName", "v1")
	got(on.GetRelease(w.project, "v1")).holds("Releases.GetRelease", "Description", "The first", "Assets.Count", 5)
	got(on.UpdateRelease(w.project, "v1", &gitlab.UpdateReleaseOptions{Name: text("Number one")})).
		holds("Releases.UpdateRelease", "Name", "Number one", "Description", "The first")
	links := w.api.ReleaseLinks
	link := got(links.CreateReleaseLink(w.project, "v1", &gitlab.CreateReleaseLinkOptions{
		Name: text("b.zip"), URL: text("https://example.com/b.zip"), LinkType: gitlab.LinkType(gitlab.PackageLinkType),
	})).holds("ReleaseLinks.CreateReleaseLink", "Name", "b.zip", "LinkType", "package")
	got(links.ListReleaseLinks(w.project, "v1", nil)).holds("ReleaseLinks.ListReleaseLinks", "length", 2)
	got(links.GetReleaseLink(w.project, "v1", link.ID)).holds("ReleaseLinks.GetReleaseLink", "URL", "https://example.com/b.zip")
	got(links.UpdateReleaseLink(w.project, "v1", link.ID, &gitlab.UpdateReleaseLinkOptions{Name: text("c.zip")})).
		holds("ReleaseLinks.UpdateReleaseLink", "Name", "c.zip", "URL", "https://example.com/b.zip")
	got(links.DeleteReleaseLink(w.project, "v1", link.ID)).holds("ReleaseLinks.DeleteReleaseLink", "Name", "c.zip")
	got(on.DeleteRelease(w.project, "v1")).holds("Releases.DeleteRelease", "TagName", "v1")
}

func badges(w *world) {
	link, image := text("https://example.com/%{project_path}"), text("https://example.com/a.svg")
	on := w.api.ProjectBadges
	badge := got(on.AddProjectBadge(w.project, &gitlab.AddProjectBadgeOptions{Name: text("green"), LinkURL: link, ImageURL: image})).
		holds("ProjectBadges.AddProjectBadge", "Name", "green", "Kind", "project", "RenderedLinkURL", "https://example.com/burrow/tunnel")
	got(on.ListProjectBadges(w.project, nil)).holds("ProjectBadges.ListProjectBadges", "length", 1)
	got(on.GetProjectBadge(w.project, badge.ID)).holds("ProjectBadges.GetProjectBadge", "ImageURL", *image)
	got(on.EditProjectBadge(w.project, badge.ID, &gitlab.EditProjectBadgeOptions{Name: text("red")})).
		holds("ProjectBadges.EditProjectBadge", "Name", "red")
	got(on.PreviewProjectBadge(w.project, &gitlab.ProjectBadgePreviewOptions{LinkURL: link, ImageURL: image})).
		holds("ProjectBadges.PreviewProjectBadge", "RenderedLinkURL", "https://example.com/burrow/tunnel")
	done(on.DeleteProjectBadge(w.project, badge.ID)).
		removes("ProjectBadges.DeleteProjectBadge", missing(on.GetProjectBadge(w.project, badge.ID)))

	ofGroup := w.api.GroupBadges
	common := got(ofGroup.AddGroupBadge(w.group, &gitlab.AddGroupBadgeOptions{LinkURL: link, ImageURL: image})).
		holds("GroupBadges.AddGroupBadge", "Kind", "group", "ImageURL", *image)
	got(ofGroup.ListGroupBadges(w.group, nil)).holds("GroupBadges.ListGroupBadges", "length", 1)
	got(ofGroup.GetGroupBadge(w.group, common.ID)).holds("GroupBadges.GetGroupBadge", "ID", common.ID)
	got(ofGroup.EditGroupBadge(w.group, common.ID, &gitlab.EditGroupBadgeOptions{LinkURL: text("https://example.com/else")})).
		holds("GroupBadges.EditGroupBadge", "LinkURL", "https://example.com/else")
	got(ofGroup.PreviewGroupBadge(w.group, &gitlab.GroupBadgePreviewOptions{LinkURL: image, ImageURL: image})).
		holds("GroupBadges.PreviewGroupBadge", "RenderedImageURL", *image)
	done(ofGroup.DeleteGroupBadge(w.group, common.ID)).
		removes("GroupBadges.DeleteGroupBadge", missing(ofGroup.GetGroupBadge(w.group, common.ID)))
}
