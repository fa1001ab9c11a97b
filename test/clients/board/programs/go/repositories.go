package main

import (
	"bytes"
	"encoding/base64"
	"strings"

	gitlab "github.com/xanzy/go-gitlab"
)

func filesAndCommits(w *world) {
	on := w.api.RepositoryFiles
	got(on.CreateFile(w.project, "a.go", &gitlab.CreateFileOptions{
		Branch: text("main"), Content: text("package a\n"), CommitMessage: text("Add a"),
	})).holds("RepositoryFiles.CreateFile", "FilePath", "a.go", "Branch", "main")
	got(on.UpdateFile(w.project, "a.go", &gitlab.UpdateFileOptions{
		Branch: text("main"), Content: text("package b\n"), CommitMessage: text("Call it b"),
	})).holds("RepositoryFiles.UpdateFile", "FilePath", "a.go")
	got(on.GetFile(w.project, "a.go", &gitlab.GetFileOptions{Ref: text("main")})).
		holds("RepositoryFiles.GetFile", "Content", base64.StdEncoding.EncodeToString([]byte("package b\n")), "Size", 10)
	got(on.GetFileMetaData(w.project, "a.go", &gitlab.GetFileMetaDataOptions{Ref: text("main")})).
		holds("RepositoryFiles.GetFileMetaData", "FileName", "a.go", "Size", 10, "Encoding", "base64")
	got(on.GetFileBlame(w.project, "a.go", &gitlab.GetFileBlameOptions{Ref: text("main")})).
		holds("RepositoryFiles.GetFileBlame", "length", 1, "0.Lines", "[package b]", "0.Commit.Message", "Call it b")
	got(read(on.GetRawFile(w.project, "a.go", &gitlab.GetRawFileOptions{Ref: text("main")}))).
		holds("RepositoryFiles.GetRawFile", "", "package b\n")
	done(on.DeleteFile(w.project, "a.go", &gitlab.DeleteFileOptions{Branch: text("main"), CommitMessage: text("Drop it")})).
		removes("RepositoryFiles.DeleteFile", missing(on.GetFile(w.project, "a.go", &gitlab.GetFileOptions{Ref: text("main")})))

	commits := w.api.Commits
	made := got(commits.CreateCommit(w.project, &gitlab.CreateCommitOptions{
		Branch: text("work"), StartBranch: text("main"), CommitMessage: text("Add b and c"),
		Actions: []*gitlab.CommitActionOptions{
			{Action: gitlab.FileAction(gitlab.FileCreate), FilePath: text("b.go"), Content: text("package b\n")},
			{Action: gitlab.FileAction(gitlab.FileCreate), FilePath: text("c.go"), Content: text("package c\n")},
		},
	})).holds("Commits.CreateCommit", "Title", "Add b and c", "Stats.Additions", 2, "AuthorEmail", "admin@example.com")
	got(commits.ListCommits(w.project, &gitlab.ListCommitsOptions{RefName: text("main")})).
		holds("Commits.ListCommits", "length", 4, "0.Title", "Drop it")
	got(commits.GetCommit(w.project, "work")).holds("Commits.GetCommit", "ID", made.ID, "ParentIDs.length", 1)
	got(commits.GetCommitDiff(w.project, made.ID, nil)).
		holds("Commits.GetCommitDiff", "length", 2, "0.NewPath", "b.go", "0.NewFile", true, "0.Diff", "@@ -0,0 +1 @@\n+package b\n")
	got(commits.GetCommitRefs(w.project, made.ID, nil)).holds("Commits.GetCommitRefs", "length", 1, "0.Name", "work")
	got(commits.PostCommitComment(w.project, made.ID, &gitlab.PostCommitCommentOptions{
		Note: text("Why b?"), Path: text("b.go"), Line: number(1), LineType: text("new"),
	})).holds("Commits.PostCommitComment", "Note", "Why b?", "Path", "b.go", "Line", 1)
	got(commits.GetCommitComments(w.project, made.ID, nil)).holds("Commits.GetCommitComments", "length", 1, "0.Author.Username", "root")
	got(commits.SetCommitStatus(w.project, made.ID, &gitlab.SetCommitStatusOptions{
		State: gitlab.Success, Name: text("outside"), Ref: text("work"), Description: text("All is well"),
	})).holds("Commits.SetCommitStatus", "Status", "success", "Name", "outside", "SHA", made.ID)
	got(commits.GetCommitStatuses(w.project, made.ID, nil)).holds("Commits.GetCommitStatuses", "length", 1, "0.Description", "All is well")
	got(commits.ListMergeRequestsByCommit(w.project, made.ID)).holds("Commits.ListMergeRequestsByCommit", "length", 0)
	got(commits.CherryPickCommit(w.project, made.ID, &gitlab.CherryPickCommitOptions{Branch: text("main")})).
		holds("Commits.CherryPickCommit", "Title", "Add b and c")
	picked, _, err := commits.GetCommit(w.project, "main")
	if err != nil {
		panic(err)
	}
	got(commits.RevertCommit(w.project, picked.ID, &gitlab.RevertCommitOptions{Branch: text("main")})).
		holds("Commits.RevertCommit", "Title", `Revert "Add b and c"`)
	tell("Commits.GetGPGSiganature", map[bool]string{false: "a commit without a signature has one"}[missing(commits.GetGPGSiganature(w.project, made.ID))])
}

// Bytes as a text.
func read(content []byte, response *gitlab.Response, err error) (string, *gitlab.Response, error) {
	return string(content), response, err
}

func branchesAndTags(w *world) {
	on := w.api.Branches
	got(on.CreateBranch(w.project, &gitlab.CreateBranchOptions{Branch: text("side"), Ref: text("main")})).
		holds("Branches.CreateBranch", "Name", "side", "Protected", false, "Merged", false, "Default", false)
	got(on.ListBranches(w.project, &gitlab.ListBranchesOptions{Search: text("si")})).
		holds("Branches.ListBranches", "length", 1, "0.Name", "side")
	got(on.GetBranch(w.project, "main")).holds("Branches.GetBranch", "Default", true, "Protected", true)
	got(on.ProtectBranch(w.project, "side", &gitlab.ProtectBranchOptions{DevelopersCanMerge: yes()})).
		holds("Branches.ProtectBranch", "Protected", true, "DevelopersCanMerge", true, "DevelopersCanPush", false)
	got(on.UnprotectBranch(w.project, "side")).holds("Branches.UnprotectBranch", "Protected", false)
	done(on.DeleteBranch(w.project, "side")).removes("Branches.DeleteBranch", missing(on.GetBranch(w.project, "side")))
	if _, _, err := on.CreateBranch(w.project, &gitlab.CreateBranchOptions{Branch: text("merged"), Ref: text(w.sha)}); err != nil {
		panic(err)
	}
	done(on.DeleteMergedBranches(w.project)).
		leaves("Branches.DeleteMergedBranches", 202, missing(on.GetBranch(w.project, "merged")) && count(on.ListBranches(w.project, nil)) == 2)

	kept := w.api.ProtectedBranches
	got(kept.ProtectRepositoryBranches(w.project, &gitlab.ProtectRepositoryBranchesOptions{
		Name: text("release-*"), PushAccessLevel: gitlab.AccessLevel(gitlab.NoPermissions),
		MergeAccessLevel: gitlab.AccessLevel(gitlab.DeveloperPermissions), AllowForcePush: yes(),
	})).holds("ProtectedBranches.ProtectRepositoryBranches", "Name", "release-*", "PushAccessLevels.0.AccessLevel", 0,
		"MergeAccessLevels.0.AccessLevel", 30, "AllowForcePush", true)
	got(kept.ListProtectedBranches(w.project, nil)).holds("ProtectedBranches.ListProtectedBranches", "length", 2)
	got(kept.GetProtectedBranch(w.project, "release-*")).
		holds("ProtectedBranches.GetProtectedBranch", "MergeAccessLevels.0.AccessLevelDescription", "Developers + Maintainers")
	done(kept.UnprotectRepositoryBranches(w.project, "release-*")).
		removes("ProtectedBranches.UnprotectRepositoryBranches", missing(kept.GetProtectedBranch(w.project, "release-*")))

	tags := w.api.Tags
	got(tags.CreateTag(w.project, &gitlab.CreateTagOptions{TagName: text("v1"), Ref: text("main"), Message: text("The first")})).
		holds("Tags.CreateTag", "Name", "v1", "Message", "The first", "Protected", false)
	got(tags.ListTags(w.project, nil)).holds("Tags.ListTags", "length", 1, "0.Name", "v1")
	got(tags.GetTag(w.project, "v1")).holds("Tags.GetTag", "Commit.Title", `Revert "Add b and c"`)
	if _, _, err := tags.CreateTag(w.project, &gitlab.CreateTagOptions{TagName: text("v0"), Ref: text(w.sha)}); err != nil {
		panic(err)
	}
	done(tags.DeleteTag(w.project, "v0")).removes("Tags.DeleteTag", missing(tags.GetTag(w.project, "v0")))

	locked := w.api.ProtectedTags
	got(locked.ProtectRepositoryTags(w.project, &gitlab.ProtectRepositoryTagsOptions{
		Name: text("v*"), CreateAccessLevel: gitlab.AccessLevel(gitlab.DeveloperPermissions),
	})).holds("ProtectedTags.ProtectRepositoryTags", "Name", "v*", "CreateAccessLevels.0.AccessLevel", 30)
	got(locked.ListProtectedTags(w.project, nil)).holds("ProtectedTags.ListProtectedTags", "length", 1)
	got(locked.GetProtectedTag(w.project, "v*")).holds("ProtectedTags.GetProtectedTag", "Name", "v*")
	done(locked.UnprotectRepositoryTags(w.project, "v*")).
		removes("ProtectedTags.UnprotectRepositoryTags", missing(locked.GetProtectedTag(w.project, "v*")))
}

func repositories(w *world) {
	on := w.api.Repositories
	tree := got(on.ListTree(w.project, &gitlab.ListTreeOptions{Ref: text("work")})).
		holds("Repositories.ListTree", "length", 3, "0.Name", "README.md", "1.Path", "b.go", "1.Type", "blob", "1.Mode", "100644")
	content := `"content":"` + base64.StdEncoding.EncodeToString([]byte("package b\n")) + `"`
	blob, response, err := on.Blob(w.project, tree[1].ID)
	got(strings.Contains(string(blob), content), response, err).holds("Repositories.Blob", "", true)
	got(read(on.RawBlobContent(w.project, tree[1].ID))).holds("Repositories.RawBlobContent", "", "package b\n")
	archive, response, err := on.Archive(w.project, &gitlab.ArchiveOptions{Format: text("zip"), SHA: text("work")})
	got(string(archive[:2]), response, err).holds("Repositories.Archive", "", "PK")
	into := &bytes.Buffer{}
	response, err = on.StreamArchive(w.project, into, &gitlab.ArchiveOptions{Format: text("zip"), SHA: text("work")})
	done(response, err).leaves("Repositories.StreamArchive", 200, into.Len() == len(archive))
	got(on.Compare(w.project, &gitlab.CompareOptions{From: text("main"), To: text("work")})).
		holds("Repositories.Compare", "Commits.length", 1, "Commit.Title", "Add b and c", "Diffs.length", 2, "CompareSameRef", false)
	got(on.Contributors(w.project, nil)).holds("Repositories.Contributors", "length", 1, "0.Email", "admin@example.com", "0.Commits", 6)
	got(on.MergeBase(w.project, &gitlab.MergeBaseOptions{Ref: &[]string{"main", "work"}})).
		holds("Repositories.MergeBase", "Title", "Drop it")
	got(w.api.Projects.GetProjectLanguages(w.project)).holds("Projects.GetProjectLanguages", "", "map[]")
}
