package main

import (
	"bytes"
	"image"
	"image/png"

	gitlab "github.com/xanzy/go-gitlab"
)

// A picture of one pixel.
func picture() *bytes.Buffer {
	into := &bytes.Buffer{}
	if err := png.Encode(into, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		panic(err)
	}
	return into
}

func size(content *bytes.Reader, response *gitlab.Response, err error) (int, *gitlab.Response, error) {
	if err != nil {
		return 0, response, err
	}
	return content.Len(), response, nil
}

func groups(w *world) {
	on := w.api.Groups
	group := got(on.CreateGroup(&gitlab.CreateGroupOptions{Name: text("Burrow"), Path: text("burrow")})).
		holds("Groups.CreateGroup", "FullPath", "burrow", "Visibility", "private")
	w.group = group.ID
	sub, _, err := on.CreateGroup(&gitlab.CreateGroupOptions{Name: text("Den"), Path: text("den"), ParentID: number(group.ID)})
	if err != nil {
		panic(err)
	}
	got(on.ListGroups(nil)).holds("Groups.ListGroups", "length", 2)
	got(on.GetGroup("burrow/den", nil)).holds("Groups.GetGroup", "Name", "Den", "ParentID", group.ID)
	got(on.SearchGroup("burr")).holds("Groups.SearchGroup", "0.Name", "Burrow")
	got(on.ListSubGroups(group.ID, nil)).holds("Groups.ListSubGroups", "length", 1, "0.FullPath", "burrow/den")
	got(on.ListDescendantGroups(group.ID, nil)).holds("Groups.ListDescendantGroups", "length", 1, "0.ID", sub.ID)
	got(on.UpdateGroup(group.ID, &gitlab.UpdateGroupOptions{Description: text("Where gophers live")})).
		holds("Groups.UpdateGroup", "Description", "Where gophers live", "Name", "Burrow")
	got(on.UploadAvatar(group.ID, picture(), "avatar.png")).holds("Groups.UploadAvatar", "AvatarURL", something)
	got(size(on.DownloadAvatar(group.ID))).holds("Groups.DownloadAvatar", "", picture().Len())
	got(on.TransferSubGroup(sub.ID, &gitlab.TransferSubGroupOptions{})).
		holds("Groups.TransferSubGroup", "FullPath", "den", "ParentID", 0)
	got(on.ShareGroupWithGroup(group.ID, &gitlab.ShareGroupWithGroupOptions{
		GroupID: number(sub.ID), GroupAccess: gitlab.AccessLevel(gitlab.DeveloperPermissions),
	})).holds("Groups.ShareGroupWithGroup", "SharedWithGroups.0.GroupID", sub.ID, "SharedWithGroups.0.GroupAccessLevel", 30)
	shares := func() int {
		found, _, err := on.GetGroup(group.ID, nil)
		if err != nil {
			return -1
		}
		return len(found.SharedWithGroups)
	}
	done(on.UnshareGroupFromGroup(group.ID, sub.ID)).removes("Groups.UnshareGroupFromGroup", shares() == 0)

	members := w.api.GroupMembers
	got(members.ShareWithGroup(group.ID, &gitlab.ShareWithGroupOptions{
		GroupID: number(sub.ID), GroupAccess: gitlab.AccessLevel(gitlab.ReporterPermissions),
	})).holds("GroupMembers.ShareWithGroup", "SharedWithGroups.0.GroupAccessLevel", 20)
	done(members.DeleteShareWithGroup(group.ID, sub.ID)).removes("GroupMembers.DeleteShareWithGroup", shares() == 0)
	got(members.AddGroupMember(group.ID, &gitlab.AddGroupMemberOptions{
		UserID: number(w.userID), AccessLevel: gitlab.AccessLevel(gitlab.DeveloperPermissions),
	})).holds("GroupMembers.AddGroupMember", "Username", "gopher", "AccessLevel", 30)
	got(on.ListGroupMembers(group.ID, nil)).holds("Groups.ListGroupMembers", "length", 2)
	got(on.ListAllGroupMembers(group.ID, nil)).holds("Groups.ListAllGroupMembers", "length", 2)
	got(members.GetGroupMember(group.ID, w.userID)).holds("GroupMembers.GetGroupMember", "Username", "gopher")
	got(members.EditGroupMember(group.ID, w.userID, &gitlab.EditGroupMemberOptions{
		AccessLevel: gitlab.AccessLevel(gitlab.MaintainerPermissions), ExpiresAt: text("2099-01-01"),
	})).holds("GroupMembers.EditGroupMember", "AccessLevel", 40, "ExpiresAt", "2099-01-01")
	done(members.RemoveGroupMember(group.ID, w.userID, nil)).
		removes("GroupMembers.RemoveGroupMember", missing(members.GetGroupMember(group.ID, w.userID)))

	custom := w.api.CustomAttribute
	depth := gitlab.CustomAttribute{Key: "depth", Value: "3"}
	got(custom.SetCustomGroupAttribute(group.ID, depth)).holds("CustomAttribute.SetCustomGroupAttribute", "Value", "3")
	got(custom.ListCustomGroupAttributes(group.ID)).holds("CustomAttribute.ListCustomGroupAttributes", "length", 1)
	got(custom.GetCustomGroupAttribute(group.ID, "depth")).holds("CustomAttribute.GetCustomGroupAttribute", "Value", "3")
	done(custom.DeleteCustomGroupAttribute(group.ID, "depth")).
		removes("CustomAttribute.DeleteCustomGroupAttribute", missing(custom.GetCustomGroupAttribute(group.ID, "depth")))

	tokens := w.api.GroupAccessTokens
	token := got(tokens.CreateGroupAccessToken(group.ID, &gitlab.CreateGroupAccessTokenOptions{
		Name: text("bot"), Scopes: &[]string{"api"}, ExpiresAt: soon(),
		AccessLevel: gitlab.AccessLevel(gitlab.DeveloperPermissions),
	})).holds("GroupAccessTokens.CreateGroupAccessToken", "Name", "bot", "Token", something, "AccessLevel", 30)
	got(tokens.ListGroupAccessTokens(group.ID, nil)).holds("GroupAccessTokens.ListGroupAccessTokens", "length", 1)
	got(tokens.GetGroupAccessToken(group.ID, token.ID)).holds("GroupAccessTokens.GetGroupAccessToken", "Active", true)
	done(tokens.RevokeGroupAccessToken(group.ID, token.ID)).
		removes("GroupAccessTokens.RevokeGroupAccessToken", count(tokens.ListGroupAccessTokens(group.ID, nil)) >= 0)

	named := w.api.Namespaces
	got(named.ListNamespaces(nil)).holds("Namespaces.ListNamespaces", "0.Kind", something)
	got(named.SearchNamespace("burrow")).holds("Namespaces.SearchNamespace", "length", 1, "0.Kind", "group")
	got(named.GetNamespace("burrow")).holds("Namespaces.GetNamespace", "ID", group.ID, "FullPath", "burrow")
	got(named.NamespaceExists("burrow", nil)).holds("Namespaces.NamespaceExists", "Exists", true, "Suggests.length", 1)
}
