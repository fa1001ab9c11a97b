# The gem gitlab, Debian's ruby-gitlab: labels, milestones, hooks, discussions, awards, to-do items, boards,
# pipelines, schedules, variables, environments, wikis, releases, badges, snippets, services and messages.
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
# Pipelines and what stands around them.
job = "deploy:\n  script: [make]\n  when: manual\n  environment: production\n"
step('validate_gitlab_ci_yml') { api.validate_gitlab_ci_yml(job) }
step('create_file, of a pipeline') { api.create_file(project, '.gitlab-ci.yml', 'main', job, 'Add CI') }
step('create_pipeline') { api.create_pipeline(project, 'main') }
step('pipelines') { api.pipelines(project).empty? ? 'there are none' : nil }
step('pipeline_test_report') { api.pipeline_test_report(project, api.pipelines(project).first.id) }
step('pipeline_jobs') { api.pipeline_jobs(project, api.pipelines(project).first.id) }
step('job_play') { api.job_play(project, api.jobs(project).first.id) }
step('cancel_pipeline') { api.cancel_pipeline(project, api.pipelines(project).first.id) }
step('retry_pipeline') { api.retry_pipeline(project, api.pipelines(project).first.id) }
step('delete_pipeline') { api.delete_pipeline(project, api.pipelines(project).first.id) }
step('create_variable') { api.create_variable(project, 'COLOUR', 'red') }
step('update_variable') { api.update_variable(project, 'COLOUR', 'blue') }
step('variable') { api.variable(project, 'COLOUR').value == 'blue' ? nil : 'it is another' }
step('remove_variable') { api.remove_variable(project, 'COLOUR') }
step('create_group_variable') { api.create_group_variable(group, 'COLOUR', 'red') }
step('remove_group_variable') { api.remove_group_variable(group, 'COLOUR') }
schedule = trigger = nil
step('create_pipeline_schedule') do
  given = { description: 'Nightly', ref: 'main', cron: '0 1 * * *' }
  schedule = api.create_pipeline_schedule(project, given).id
  nil
end
step('edit_pipeline_schedule') { api.edit_pipeline_schedule(project, schedule, active: false) }
step('create_pipeline_schedule_variable') do
  api.create_pipeline_schedule_variable(project, schedule, key: 'DEPTH', value: '1')
end
step('edit_pipeline_schedule_variable') do
  api.edit_pipeline_schedule_variable(project, schedule, 'DEPTH', value: '2')
end
step('pipeline_schedule') do
  api.pipeline_schedule(project, schedule).variables.first['value'] == '2' ? nil : 'it is another'
end
step('delete_pipeline_schedule_variable') do
  api.delete_pipeline_schedule_variable(project, schedule, 'DEPTH')
end
step('pipeline_schedule_take_ownership') { api.pipeline_schedule_take_ownership(project, schedule) }
step('delete_pipeline_schedule') { api.delete_pipeline_schedule(project, schedule) }
step('create_trigger') { trigger = api.create_trigger(project, 'From outside') }
step('run_trigger') { api.run_trigger(project, trigger.token, 'main', DEPTH: '1') }
step('remove_trigger') { api.remove_trigger(project, trigger.id) }
step('create_environment') { api.create_environment(project, 'review', external_url: 'https://example.com') }
step('stop_environment') { api.stop_environment(project, api.environments(project, name: 'review').first.id) }
step('delete_environment') { api.delete_environment(project, api.environments(project, name: 'review').first.id) }
step('all_runners') { api.all_runners.empty? ? nil : 'there are some' }

# The rest of the pages.
step('create_wiki') { api.create_wiki(project, 'Home', 'Welcome') }
step('update_wiki') { api.update_wiki(project, 'Home', content: 'Hello') }
step('wiki') { api.wiki(project, 'Home').content == 'Hello' ? nil : 'it is another' }
step('delete_wiki') { api.delete_wiki(project, 'Home') }
step('create_tag') { api.create_tag(project, 'v1', 'main') }
step('create_project_release') { api.create_project_release(project, tag_name: 'v1', description: 'First') }
step('create_project_release_link') do
  api.create_project_release_link(project, 'v1', name: 'a.zip', url: 'https://example.com/a.zip')
end
step('update_project_release_link') do
  link = api.project_release_links(project, 'v1').first
  api.update_project_release_link(project, 'v1', link.id, name: 'b.zip')
end
step('update_project_release') { api.update_project_release(project, 'v1', name: 'Spring') }
step('delete_project_release') { api.delete_project_release(project, 'v1') }
step('protect_repository_tag') { api.protect_repository_tag(project, 'v*', create_access_level: 40) }
step('unprotect_repository_tag') { api.unprotect_repository_tag(project, 'v*') }
step('add_project_badge') do
  given = { link_url: 'https://example.com', image_url: 'https://example.com/a.svg' }
  api.add_project_badge(project, given)
end
step('remove_project_badge') { api.remove_project_badge(project, api.project_badges(project).first.id) }
step('create_snippet') do
  given = { title: 'One', file_name: 'a.rb', content: 'puts 1', visibility: 'private' }
  api.create_snippet(project, given)
end
step('snippet_content') do
  api.snippet_content(project, api.snippets(project).first.id) == 'puts 1' ? nil : 'it is another'
end
step('create_user_snippet') do
  given = { title: 'Two', file_name: 'b.rb', content: 'puts 2', visibility: 'private' }
  api.create_user_snippet(given)
end
step('delete_user_snippet') { api.delete_user_snippet(api.user_snippets.first.id) }
step('change_service') { api.change_service(project, :asana, api_key: 'whatever') }
step('service') { api.service(project, :asana).active ? nil : 'it is off' }
step('delete_service') { api.delete_service(project, :asana) }
step('create_broadcast_message') { api.create_broadcast_message('We move') }
step('edit_broadcast_message') do
  api.edit_broadcast_message(api.broadcast_messages.first.id, message: 'We moved')
end
step('delete_broadcast_message') { api.delete_broadcast_message(api.broadcast_messages.first.id) }
step('gitignore_template') { api.gitignore_template('Ruby').content.empty? ? 'it is empty' : nil }
step('license_template') { api.license_template('mit') }
step('project_access_requests') { api.project_access_requests(project) }
step('add_hook') { api.add_hook('http://127.0.0.1:9/hook') }
step('delete_hook') { api.delete_hook(api.hooks.first.id) }
step('markdown') { api.markdown('**bold**') }
step('namespaces') { api.namespaces }
step('version') { api.version }
step('delete_label') { api.delete_label(project, 'cellar') }
step('delete_project') { api.delete_project(project) }
