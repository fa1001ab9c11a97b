package main

import gitlab "github.com/xanzy/go-gitlab"

func users(w *world) {
	on := w.api.Users
	got(on.CurrentUser()).holds("Users.CurrentUser", "Username", "root", "IsAdmin", true)
	user := got(on.CreateUser(&gitlab.CreateUserOptions{
		Username: text("gopher"), Name: text("Gopher"), Email: text("gopher@example.com"),
		Password: text("a-pass-of-length"), SkipConfirmation: yes(),
	})).holds("Users.CreateUser", "Username", "gopher", "State", "active", "Email", "gopher@example.com", "IsAdmin", false)
	w.userID = user.ID
	got(on.ListUsers(&gitlab.ListUsersOptions{Username: text("gopher")})).
		holds("Users.ListUsers", "length", 1, "0.Name", "Gopher")
	got(on.GetUser(user.ID, gitlab.GetUsersOptions{})).holds("Users.GetUser", "Username", "gopher")
	got(on.ModifyUser(user.ID, &gitlab.ModifyUserOptions{Bio: text("Digs"), Location: text("Below")})).
		holds("Users.ModifyUser", "Bio", "Digs", "Location", "Below", "Name", "Gopher")

	is := func(state string) func() bool {
		return func() bool {
			found, _, err := on.GetUser(user.ID, gitlab.GetUsersOptions{})
			return err == nil && found.State == state
		}
	}
	changes("Users.BlockUser", on.BlockUser(user.ID), is("blocked"))
	changes("Users.UnblockUser", on.UnblockUser(user.ID), is("active"))
	changes("Users.BanUser", on.BanUser(user.ID), is("banned"))
	changes("Users.UnbanUser", on.UnbanUser(user.ID), is("active"))
	changes("Users.DeactivateUser", on.DeactivateUser(user.ID), is("deactivated"))
	changes("Users.ActivateUser", on.ActivateUser(user.ID), is("active"))

	got(on.SetUserStatus(&gitlab.UserStatusOptions{Emoji: text("coffee"), Message: text("Back soon")})).
		holds("Users.SetUserStatus", "Emoji", "coffee", "Message", "Back soon")
	got(on.CurrentUserStatus()).holds("Users.CurrentUserStatus", "Emoji", "coffee")
	got(on.GetUserStatus(1)).holds("Users.GetUserStatus", "Message", "Back soon")
	got(on.GetUserActivities(nil)).holds("Users.GetUserActivities", "0.Username", "root")
	got(on.GetUserMemberships(user.ID, nil)).holds("Users.GetUserMemberships", "length", 0)

	custom := w.api.CustomAttribute
	depth := gitlab.CustomAttribute{Key: "depth", Value: "3"}
	got(custom.SetCustomUserAttribute(user.ID, depth)).holds("CustomAttribute.SetCustomUserAttribute", "Value", "3")
	got(custom.ListCustomUserAttributes(user.ID)).holds("CustomAttribute.ListCustomUserAttributes", "length", 1, "0.Key", "depth")
	got(custom.GetCustomUserAttribute(user.ID, "depth")).holds("CustomAttribute.GetCustomUserAttribute", "Value", "3")
	done(custom.DeleteCustomUserAttribute(user.ID, "depth")).
		removes("CustomAttribute.DeleteCustomUserAttribute", missing(custom.GetCustomUserAttribute(user.ID, "depth")))

	got(w.api.Avatar.GetAvatar(&gitlab.GetAvatarOptions{Email: text("gopher@example.com"), Size: number(32)})).
		holds("Avatar.GetAvatar", "AvatarURL", something)
}
