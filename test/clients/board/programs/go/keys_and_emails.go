package main

import gitlab "github.com/xanzy/go-gitlab"

// Keys that were made for this.
var sshKeys = []string{
	"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGOmD+Y/fA4i4E4HExRWdjJXP3jluzik+HftzPaXj66O",
	"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMz4TOE65zyBlAtSmz3DghqZ+1EkstdfBbvXLUDYjK9q",
	"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMTT6YYm6td/P951LTw8QLuGqGdqd2qmDMuN8+zpjWhX",
	"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMKlPD3GEQ/xQ8zfz9qpAo4v3vSBjAZsTQ6Jy/7JAmnr",
	"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJW658hOLzhnbhi/IDYw3FI0OeNsjY2hHq3U5hW6ptU3",
}

var gpgKeys = []string{
	`-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawTWQxYJKwYBBAHaRw8BAQdAY3banu5j7Jei946IcusqmdTrozVLUG5I0vGM
HufL4zG0HGdvcGhlcjEgPGdvcGhlckBleGFtcGxlLmNvbT6IkAQTFggAOBYhBM4F
JUkWufGxwQEWZK2fokNdcm/nBQJrBNZDAhsDBQsJCAcCBhUKCQgLAgQWAgMBAh4B
AheAAAoJEK2fokNdcm/n1HoA/0zFjlJKekGGCt681sjld93sPnMb5YDP2pDOXW9R
Yqz/AP4zMmZpQWoNOIPyZOdXSp/rNt2JZ8PBylu32Q4eR6p8CQ==
=W1Y7
-----END PGP PUBLIC KEY BLOCK-----`,
	`-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawTWQxYJKwYBBAHaRw8BAQdATz+9/3DfAcBFQ2jhnfeG0z8pSy21+GjoDBLY
3wWlIhy0HGdvcGhlcjIgPGdvcGhlckBleGFtcGxlLmNvbT6IkAQTFggAOBYhBMgQ
gBPEHM0y0yFnOTUJVc7PzEbjBQJrBNZDAhsDBQsJCAcCBhUKCQgLAgQWAgMBAh4B
AheAAAoJEDUJVc7PzEbj9xABAOwGlsY6pudNWSQUHGj+2Ny7HnvvNnHywcE/E5Xo
sLL6AP90A29AjDgZhhPiADSF/VGkCk1mv3bm0AtPImTZ8/DAAQ==
=kzR9
-----END PGP PUBLIC KEY BLOCK-----`,
}

func keysAndEmails(w *world) {
	on := w.api.Users
	key := got(on.AddSSHKey(&gitlab.AddSSHKeyOptions{Title: text("one"), Key: text(sshKeys[0])})).
		holds("Users.AddSSHKey", "Title", "one", "Key", sshKeys[0]+" Administrator (127.0.0.1)")
	got(on.ListSSHKeys()).holds("Users.ListSSHKeys", "length", 1, "0.ID", key.ID)
	got(on.GetSSHKey(key.ID)).holds("Users.GetSSHKey", "Title", "one")
	got(w.api.Keys.GetKeyWithUser(key.ID)).holds("Keys.GetKeyWithUser", "Title", "one", "User.Username", "root")
	done(on.DeleteSSHKey(key.ID)).removes("Users.DeleteSSHKey", missing(on.GetSSHKey(key.ID)))
	theirs := got(on.AddSSHKeyForUser(w.userID, &gitlab.AddSSHKeyOptions{Title: text("two"), Key: text(sshKeys[1])})).
		holds("Users.AddSSHKeyForUser", "Title", "two")
	got(on.ListSSHKeysForUser(w.userID, nil)).holds("Users.ListSSHKeysForUser", "length", 1, "0.Title", "two")
	got(on.GetSSHKeyForUser(w.userID, theirs.ID)).holds("Users.GetSSHKeyForUser", "Key", sshKeys[1]+" Gopher (127.0.0.1)")
	done(on.DeleteSSHKeyForUser(w.userID, theirs.ID)).
		removes("Users.DeleteSSHKeyForUser", missing(on.GetSSHKeyForUser(w.userID, theirs.ID)))

	pretty := got(on.AddGPGKey(&gitlab.AddGPGKeyOptions{Key: text(gpgKeys[0])})).holds("Users.AddGPGKey", "Key", gpgKeys[0])
	got(on.ListGPGKeys()).holds("Users.ListGPGKeys", "length", 1)
	got(on.GetGPGKey(pretty.ID)).holds("Users.GetGPGKey", "Key", gpgKeys[0])
	done(on.DeleteGPGKey(pretty.ID)).removes("Users.DeleteGPGKey", missing(on.GetGPGKey(pretty.ID)))
	good := got(on.AddGPGKeyForUser(w.userID, &gitlab.AddGPGKeyOptions{Key: text(gpgKeys[1])})).
		holds("Users.AddGPGKeyForUser", "Key", gpgKeys[1])
	got(on.ListGPGKeysForUser(w.userID)).holds("Users.ListGPGKeysForUser", "length", 1)
	got(on.GetGPGKeyForUser(w.userID, good.ID)).holds("Users.GetGPGKeyForUser", "ID", good.ID)
	done(on.DeleteGPGKeyForUser(w.userID, good.ID)).
		removes("Users.DeleteGPGKeyForUser", missing(on.GetGPGKeyForUser(w.userID, good.ID)))

	email := got(on.AddEmail(&gitlab.AddEmailOptions{Email: text("second@example.com")})).
		holds("Users.AddEmail", "Email", "second@example.com")
	got(on.GetEmail(email.ID)).holds("Users.GetEmail", "Email", "second@example.com")
	before := count(on.ListEmails())
	got(on.ListEmails()).holds("Users.ListEmails", "0.Email", something)
	done(on.DeleteEmail(email.ID)).removes("Users.DeleteEmail", count(on.ListEmails()) == before-1)
	other := got(on.AddEmailForUser(w.userID, &gitlab.AddEmailOptions{Email: text("third@example.com"), SkipConfirmation: yes()})).
		holds("Users.AddEmailForUser", "Email", "third@example.com")
	before = count(on.ListEmailsForUser(w.userID, nil))
	got(on.ListEmailsForUser(w.userID, nil)).holds("Users.ListEmailsForUser", "0.Email", something)
	done(on.DeleteEmailForUser(w.userID, other.ID)).
		removes("Users.DeleteEmailForUser", count(on.ListEmailsForUser(w.userID, nil)) == before-1)
}
