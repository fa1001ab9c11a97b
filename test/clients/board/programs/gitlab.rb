# The gem gitlab, Debian's ruby-gitlab: labels, milestones, hooks, discussions, awards, to-do items and boards.
require 'gitlab'

def step(name)
  wrong = yield
  raise wrong if wrong.is_a?(String)

  puts "ok #{name}"
rescue StandardError => e
  puts "not ok #{name}: #{e.message.gsub(/\s+/, ' ')[0, 200]}"
end

$stdout.sync = true
api = Gitlab.client(endpoint: "#{ARGV[0]}/api/v4", private_token: ARGV[1])
project = group = issue = merge = note = nil

step('user') { api.user.username == 'root' ? nil : 'it is somebody else' }
step('create_group') { group = api.create_group('gems', 'gems').id }
step('create_project') { project = api.create_project('ruby', initialize_with_readme: true).id }
step('edit_project') { api.edit_project(project, description: 'For rubies') }
step('star_project') { api.star_project(project) }
step('create_label') { api.create_label(project, 'roof', '#dc143c', description: 'It leaks') }
step('labels') { api.labels(project).map(&:name) == ['roof'] ? nil : 'there are others' }
step('edit_label') { api.edit_label(project, 'roof', new_name: 'cellar') }
step('subscribe_to_label') { api.subscribe_to_label(project, 'cellar') }
step('unsubscribe_from_label') { api.unsubscribe_from_label(project, 'cellar') }
step('create_group_label') { api.create_group_label(group, 'deck', '#00ff00') }
step('group_labels') { api.group_labels(group) }
step('create_milestone') { api.create_milestone(project, 'spring', due_date: '2030-04-01') }
step('milestones') { api.milestones(project).length == 1 ? nil : 'there are others' }
step('milestone_issues') { api.milestone_issues(project, api.milestones(project).first.id) }
step('create_group_milestone') { api.create_group_milestone(group, 'summer') }
step('create_issue') { issue = api.create_issue(project, 'It leaks', labels: 'cellar').iid }
step('create_issue_note') { note = api.create_issue_note(project, issue, 'Here').id }
step('create_award_emoji') { api.create_award_emoji(project, issue, 'issue', 'rocket') }
step('create_note_award_emoji') { api.create_note_award_emoji(project, issue, 'issue', note, 'tada') }
step('award_emojis') { api.award_emojis(project, issue, 'issue') }
step('move to a to-do item') { api.todos }
step('mark_all_todos_as_done') { api.mark_all_todos_as_done }
step('create_branch') { api.create_branch(project, 'work', 'main') }
step('create_file') { api.create_file(project, 'a.rb', 'work', "puts 1\n", 'Add a') }
step('create_merge_request') do
  merge = api.create_merge_request(project, 'Add a', source_branch: 'work', target_branch: 'main').iid
end
step('create_merge_request_discussion') do
  api.create_merge_request_discussion(project, merge, body: 'Why?')
end
step('resolve_merge_request_discussion') do
  thread = api.merge_request_discussions(project, merge).find { |one| one.notes.first['resolvable'] }
  api.resolve_merge_request_discussion(project, merge, thread.id, resolved: true)
end
step('add_project_hook') { api.add_project_hook(project, 'http://127.0.0.1:9/hook', issues_events: true) }
step('edit_project_hook') do
  hook = api.project_hooks(project).first
  api.edit_project_hook(project, hook.id, hook.url, push_events: false)
end
step('delete_project_hook') { api.delete_project_hook(project, api.project_hooks(project).first.id) }
step('create_board') { api.create_board(project, 'Plans') }
step('boards') { api.boards(project) }
step('search_in_project') { api.search_in_project(project, 'issues', 'leaks').empty? ? 'nothing is found' : nil }
step('create_fork') { api.create_fork(project, path: 'sapphire', name: 'sapphire') }
step('delete_label') { api.delete_label(project, 'cellar') }
step('delete_project') { api.delete_project(project) }
