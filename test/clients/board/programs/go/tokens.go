package main

import (
	"time"

	gitlab "github.com/xanzy/go-gitlab"
)

func tokens(w *world) {
	on := w.api.Users
	scopes := &[]string{"api"}
	made := got(on.CreateImpersonationToken(w.userID, &gitlab.CreateImpersonationTokenOptions{Name: text("act"), Scopes: scopes, ExpiresAt: (*time.Time)(soon())})).
		holds("Users.CreateImpersonationToken", "Name", "act", "Active", true, "Token", something, "Scopes", "[api]")
	w.other = connect(made.Token)
	got(w.other.Users.CurrentUser()).holds("Users.CurrentUser, by the token", "Username", "gopher")
	got(on.GetImpersonationToken(w.userID, made.ID)).holds("Users.GetImpersonationToken", "Name", "act", "Token", "")
	second, _, err := on.CreateImpersonationToken(w.userID, &gitlab.CreateImpersonationTokenOptions{Name: text("no more"), Scopes: scopes, ExpiresAt: (*time.Time)(soon())})
	if err != nil {
		panic(err)
	}
	got(on.GetAllImpersonationTokens(w.userID, nil)).holds("Users.GetAllImpersonationTokens", "length", 2)
	inactive := &gitlab.GetAllImpersonationTokensOptions{State: text("inactive")}
	done(on.RevokeImpersonationToken(w.userID, second.ID)).
		removes("Users.RevokeImpersonationToken", count(on.GetAllImpersonationTokens(w.userID, inactive)) == 1)

	personal := got(on.CreatePersonalAccessToken(w.userID, &gitlab.CreatePersonalAccessTokenOptions{
		Name: text("script"), Scopes: &[]string{"read_api"}, ExpiresAt: soon(),
	})).holds("Users.CreatePersonalAccessToken", "Name", "script", "Token", something, "UserID", w.userID, "Active", true)
	theirs := &gitlab.ListPersonalAccessTokensOptions{UserID: number(w.userID)}
	found := got(w.api.PersonalAccessTokens.ListPersonalAccessTokens(theirs)).
		holds("PersonalAccessTokens.ListPersonalAccessTokens", "0.UserID", w.userID)
	active := func() bool {
		for _, one := range found {
			if one.ID == personal.ID && one.Active {
				return true
			}
		}
		return false
	}
	wasActive := active()
	response, err := w.api.PersonalAccessTokens.RevokePersonalAccessToken(personal.ID)
	found, _, _ = w.api.PersonalAccessTokens.ListPersonalAccessTokens(theirs)
	done(response, err).removes("PersonalAccessTokens.RevokePersonalAccessToken", wasActive && !active())
}
