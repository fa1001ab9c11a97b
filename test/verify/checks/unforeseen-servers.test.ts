import { expect, it } from 'vitest'
import { judgeMutant } from '../judge-one.ts'
import type { Fault } from '../mutants/mutant.ts'
import { faultyServer } from '../unforeseen/find-server.ts'

/** Servers that were not told at first, and the story that tells them; else the checks of the operations do. */
const servers: [name: string, story?: string][] = [
  ['A user whose biography is changed is no external one any more'],
  ['A group whose visibility is changed gets large files back'],
  ['A change of a member changes the user’s membership of the project before'],
  ['A merge request has one list of labels with the one before'],
  ['A comment that is changed changes the one before it, too'],
  ['A new text of the sign-in page lets everybody sign up again', 'settings of the instance'],
  ['Deleting a hook deletes the others of its URL', 'ledger: System hooks'],
  ['Builds of a commit with a scope are those of the whole project', 'ledger: Builds'],
  ['Whoever removes an own key removes the one before it, too'],
  ['A DELETE with sudo in the query is done as the administrator'],
  ['Whoever deletes an e-mail of somebody else as an own one deletes it'],
  ['The address of a user that an administrator removed before is removed again with success'],
  ['The SSH key of a user that an administrator has removed is removed again with success'],
  ['A former member of a private project still reads its blobs by their ids'],
  ['Whoever was removed from a private group still reads its details'],
  ['The events of a private project are still shown to who was a member of it'],
  ['The keys of a deleted user can still be looked up'],
  ['The comments of a deleted snippet can still be read'],
  ['A sudo with an id that nobody has is the administrator’s own call'],
  ['Whoever is no administrator may use sudo as themselves'],
  ['A user whose update has an e-mail in a form gets a blank for its plus'],
  ['An issue that is made by a form has question marks for what is beyond Latin-1'],
  ['The message of an annotated tag ends with its first line'],
  ['A level between those of a guest and a reporter is that of a guest'],
  ['The events of a project are not found by its path'],
  ['Projects by their last activity are in the order in which they were made'],
  ['A push of several commits counts one in its event', 'activity events'],
  ['A reporter says when an issue was made', 'issues and those who are no members'],
  [
    'Confidential issues of a group are listed for whoever sees the group',
    'issues and those who are no members',
  ],
  [
    'The comments of a confidential issue are read by whoever sees the project',
    'issues and those who are no members',
  ],
  ['A second todo in a project exists already, whatever its issue', 'subscriptions and todos'],
  ['Closed issues of a milestone are all closed ones of the project', 'milestones that are there'],
  [
    'A file that was moved is a new one in the changes of a merge request',
    'what a merge request brings',
  ],
  [
    'A merge request that is prepared no longer stays work in progress where it is read',
    'what a merge request brings',
  ],
  ['A raw blob that is no text is read and written as UTF-8', 'binary files and unusual names'],
  ['Contributors are those of the first page of commits', 'the contributors'],
  ['The lines that a commit took away are not in its total', 'commits of several files'],
  ['The commit of a tag is that of the default branch', 'the life of a tag'],
  ['An administrator who was blocked and unblocked is none any more'],
  ['The SSH key of a user who is gone is taken for ever'],
  ['An administrator adds a key for a user that another has'],
  ['The settings say that they were never changed', 'read-back: Application settings'],
  ['A hook that was deleted is still tested', 'read-back: System hooks'],
  ['Nobody is an administrator in the eyes of others'],
  ['Administrators own all groups', 'the life of a group'],
  ['Everybody is told the statistics of groups'],
  ['The answer to a change of a group has one of its projects'],
  ['A group with a new path keeps its full path'],
  ['Users who may not create groups create them', 'the life of a group'],
  ['A project that moves to a group loses its description'],
  ['A search among the projects of a group, made simple, finds all'],
  ['The second page of members who are searched is one of all members'],
  [
    'A project tells its reader the access that they had when they first read it',
    'the last write: users, groups, projects and members',
  ],
  ['A project that was made for a user is none of those where they are a member'],
  ['What was said of merge requests is missing from the activity', 'activity events'],
  ['Issues that were changed last come first, whichever sort is asked for'],
  ['A moved issue is by whoever moved it'],
  ['A comment of a merge request was never changed after it was made'],
  ['A comment of an issue ends before its first letter of four bytes'],
  ['The title of a merge request is kept as it stands in HTML'],
  ['A merge that removes its source branch has a message of its own', 'merging a merge request'],
  ['The issues of a project that moved name the page where it was', 'the life of a group'],
  [
    'A branch that begins at a commit begins at the tip of the default branch',
    'the life of a branch',
  ],
  ['With branches that are merged go those whose names begin as theirs do', 'merged branches'],
  ['A commit has the first status that was posted of it', 'the statuses of a commit'],
  [
    'The artifacts of a branch are those of another job where that has none',
    'builds that are there',
  ],
  ['Whoever reads an issue is subscribed to it where its author is'],
  ['The blob that a file names is that of its content before the last change'],
  ['The same content in Base64 makes an empty commit', 'changes of a file that are refused'],
  ['New files without content are missing where revisions are compared', 'comparing revisions'],
  ['The offset of since is not looked at'],
  ['Differences of a commit name a renamed file as it is now in both paths', 'comparing revisions'],
  ['Comments on commits are listed with their signs escaped'],
  ['A list of builds reads the last of several scopes alone', 'ledger: Builds'],
  ['Issues of a group match any label where a state is asked for, too'],
  [
    'Who is blocked stays active where notes of an issue name them',
    'the records of a blocked user',
  ],
  ['Totals of issues count those that were deleted', 'ledger: Issues'],
  ['A deleted merge request is in the way of another of its branches', 'read-back: Merge requests'],
  ['The message of a merge ends at its first line', 'merging a merge request'],
  [
    'An issue that a merge request closes twice is listed twice',
    'issues that a merge request closes',
  ],
  ['A modification of a user that is refused for its e-mail changes the name sent with it'],
  ['A blocked user whose profile is modified is active again'],
  ['A key is deleted below a user whose it is not'],
  ['Normal users are shown no organization of a user'],
  [
    'The users of a project are shown with their e-mails to whoever sees the project',
    'the lists of projects',
  ],
  ['A user who is modified with external=false in the query is external'],
  ['The bio of a user cannot be emptied'],
  [
    'The notification level that one member of a group sets is that of all who set none',
    'notification levels',
  ],
  [
    'A member of a project and of its group is shown no access by the group',
    'the members of a group and of a project',
  ],
  ['A project that was moved into a group still has the owner of before'],
  ['An administrator is listed the projects that were created for others'],
  ['Projects in the order of their names are listed upwards where no sort is named'],
  ['A user has one project more than the limit allows', 'the limit of projects'],
  [
    'A project is shown in a group by the name that the group had before',
    'the last write: users, groups, projects and members',
  ],
  ['A member who was removed from a group comes back with the level of before'],
  [
    'An owner who is a master now can still change the group',
    'the members of a group and of a project',
  ],
  [
    'Who was removed from a project is still listed it among their own',
    'the members of a group and of a project',
  ],
  ['The description of a group is changed with its special characters escaped'],
  ['Who may not use sudo learns from it which users there are'],
  ['A change of the notification level takes the notification e-mail back to the first one'],
  ['To hear of reopened merge requests is to hear of reopened issues as well'],
  ['What its members wrote in a group that was deleted is still among their issues'],
  ['Projects in the order of their ids are in the order of their digits'],
  ['Issues of a group are found by the first two labels that are asked for'],
  ['A system hook verifies certificates once it was tested', 'system hooks'],
  ['An issue is confidential if the query says so, and if it says that it is not'],
  ['A developer sets when an issue was updated', 'issues and those who are no members'],
  [
    'Which commit is to be merged is not checked if the merge is to wait for its builds',
    'ledger: Merge requests',
  ],
  ['Commits of a time with an end are without that of the moment of its beginning'],
  ['The ampersands in the target of a status are written as in HTML'],
  ['Contributors of one name are one contributor', 'the contributors'],
  ['A user who was unblocked once is not blocked again'],
  ['The events of a public project are found by its path only with credentials'],
  ['The details of a group have at most twenty of its projects'],
  ['The links to other pages of a search are escaped twice'],
  ['The membership of an owner does not expire, whatever day was given'],
  [
    'Issues that were moved away still count as open in the project that they left',
    'moving an issue',
  ],
  ['The permissions of a project that is read with sudo are those of the administrator'],
  ['A project that cannot be created is refused with one sentence about all that is wrong'],
  [
    'The builds of a public project are for everybody who is signed in, even if they are not public',
    'builds that are not public',
  ],
  ['Closed issues in the order of their updates are in that of their creation'],
  ['A confidential issue is for everybody once it was moved', 'moving an issue'],
  ['With one merge request, all others from the same branch are merged', 'merging a merge request'],
  ['Of the branches that are merged, the first twenty are deleted'],
  ['A comparison has the last twenty commits'],
  [
    'Commits that are listed by the path of a project are those of its first namesake in any namespace',
  ],
  [
    'Writing the visibility that new projects begin with lifts the restriction of levels',
    'read-back: Application settings',
  ],
  ['Application settings are written from the body, and not from the query'],
  ['Issues of a project in the order of their updates are put in order only within each page'],
  [
    'An issue that was reopened is missing among the opened ones of its author',
    'opposites: Issues',
  ],
  [
    'A release that is made again with the same description is answered as made',
    'the release of a tag',
  ],
  ['Who is acted for is looked up by the digits that the name begins with', 'credentials'],
  ['Sudo takes a username that begins with digits for the id that these digits are', 'credentials'],
  ['The SUDO header is not read where the private token stands in the query', 'credentials'],
  ['The deletion of a tag takes the branch of the same name with it', 'the life of a tag'],
  [
    'A branch that was merged once stays merged when commits follow that are not',
    'merging a merge request',
  ],
  [
    'The raw text of a snippet that became private is still served to the other members',
    'who reads which snippet',
  ],
  ['What groups are searched for is read as Latin-1'],
  [
    'A status of a commit replaces another whose name differs in its letter case alone',
    'the statuses of a commit',
  ],
  [
    'A tag made under the name of a removed one that had a release is refused a release of its own',
    'the release of a tag',
  ],
  [
    'A merge that was scheduled and cancelled happens nonetheless when the build succeeds',
    'scheduling a merge',
  ],
  ['A user who was deleted is returned by each further deletion'],
  ['An administrator who became a normal user still lists all projects'],
  ['A user who was unblocked is still listed among the blocked users', 'opposites: Users'],
  ['The events of a user are listed one project after the other', 'activity events'],
  [
    'An issue that is closed a second time is taken off the count of the open ones a second time',
    'the life of an issue',
  ],
  [
    'What a user opens by sudo stands among the events of the project as opened by the administrator',
    'activity events',
  ],
  ['A wrong private token in the query is no token at all to what everybody may read'],
  [
    'A moved issue gets only the first of the labels that the other project has too',
    'moving an issue',
  ],
  [
    'An issue that was closed with sudo was closed by the administrator, the events say',
    'activity events',
  ],
  ['The text of a note that stands in the query string is decoded twice'],
  ['Pages of the issues of a group are cut newest first and only then sorted ascending'],
  [
    'A status whose name differs from another of the commit in capitals alone replaces that one',
    'the statuses of a commit',
  ],
  [
    'Statuses asked for by the name of a job come with those whose names begin with it',
    'the statuses of a commit',
  ],
  [
    'The links to other pages of builds lose the list of states that was asked for',
    'ledger: Builds',
  ],
  ['Whoever once read the tree of a private project reads it on after having been removed from it'],
  [
    'A file that begins with a byte order mark is read without it',
    'binary files and unusual names',
  ],
  [
    'Deleting the merged branches takes those with it that were merged into another branch than the default one',
    'merged branches',
  ],
  [
    'The pages of branches are cut in the order in which these were made, and only then sorted by name',
  ],
  ['A comment is placed on the line after the last one of a file', 'comments on a commit'],
  [
    'Of the builds of a commit those of its newest pipeline alone are listed',
    'the states of a build',
  ],
  [
    'The event of an issue that was opened by sudo names the administrator as its author',
    'activity events',
  ],
  [
    'The raw text of a snippet that was made private is still read by whoever can see its project',
    'who reads which snippet',
  ],
  [
    'The notification settings of a project that were read by its path are not those that were written by its id',
    'writes to what is named by its path',
  ],
  ['The statistics of a new commit count its first file alone', 'commits of several files'],
  [
    'The content of a moved file is written as it is given, though it is said to be in Base64',
    'commits of several files',
  ],
  [
    'Where a commit updates a file with Base64, the Base64 itself is written into the file',
    'commits of several files',
  ],
  [
    'Every issue that the description of a merge request mentions is said to be closed by it, whatever is said about the issue',
    'issues that a merge request closes',
  ],
  [
    'A merge compares the sha that it is given with the head that the source branch had when the request was made',
    'merging a merge request',
  ],
  [
    'A moved issue keeps the number that it had in the project it comes from, though another may have it',
    'moving an issue',
  ],
  [
    'An issue that moves takes its number along, though another issue of the new project has it',
    'moving an issue',
  ],
  [
    'A limit of projects that is raised does not hold for a user who has made a project already',
    'the limit of projects',
  ],
  [
    'A project that an administrator makes for a user does not count towards the limit of projects of that user',
    'the limit of projects',
  ],
  [
    'A merge request would still close an issue that was deleted since',
    'issues that a merge request closes',
  ],
  ['The lookup of an SSH key shows its user as he was when the key was added', 'ledger: Users'],
  ['Merged branches are deleted only where the default branch is called master', 'merged branches'],
  [
    'A new expiry of a group member is stored only if the access level changes with it',
    'a membership that expires',
  ],
  [
    'The unsubscription from an issue with sudo unsubscribes the administrator',
    'subscriptions and todos',
  ],
  [
    'A todo that an administrator makes for another user with sudo becomes his own',
    'subscriptions and todos',
  ],
  [
    'The own issues leave out those in projects that the caller is no member of',
    'issues and those who are no members',
  ],
  ['A snippet that is changed to be private stays as visible as it was', 'who reads which snippet'],
  ['Whoever was blocked is not found by the username', 'blocking and unblocking a user'],
  [
    'Each merge request of a project has the notes of all the others by their ids',
    'notes on three parents',
  ],
]

it.each(servers)(
  'tells that %s',
  async (name, story) => {
    const server = faultyServer(name)
    const [operation = 'getCurrentUser', ...alsoAt] = server.at
    const fault: Fault = ({ forge }) => server.start(forge)
    const mutant = { name: server.name, operation, alsoAt, kind: 'value wrong', fault } as const
    expect(await judgeMutant(mutant, story ? [story] : server.at)).toMatchObject({
      outcome: 'caught',
    })
  },
  120_000,
)
