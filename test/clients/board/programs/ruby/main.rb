# The gem gitlab, Debian's ruby-gitlab: its methods, a story for each subject. Which are left out, and why, stands here; a
# method that neither is tried nor stands here fails.
require_relative 'board'

%w[people projects code tracker automation pages].each { |stories| load File.join(__dir__, "#{stories}.rb") }

# A `*` stands for the rest of a name.
LEFT = {
  'paid tier: what GitLab Free has not' =>
    '*epic* *push_rule* *ldap* group_billable_members project_merge_request_approval* *_project_merge_request_approval* ' \
    'edit_project_approvers edit_merge_request_approv*',
  'left out: services beside the API, and submodules, which are pushed' => '*registry* *project_cluster* edit_submodule',
  'not of GitLab: what release 18 has no more' =>
    'session build builds build_* commit_builds notes note create_note edit_note delete_note disable_deploy_key ' \
    'trigger_take_ownership create_release update_release validate_gitlab_ci_yml',
  'kept where spam is looked for alone' => 'snippet_user_agent_details'
}.freeze

modules = Gitlab::Client.included_modules.select { |one| one.name.start_with?('Gitlab::Client::') }
methods = modules.flat_map { |one| one.public_instance_methods(false).map { |name| one.instance_method(name).original_name } }
tried = @tried.map { |name| Gitlab::Client.instance_method(name).original_name }
used = []
(methods.uniq.sort - tried).each do |name|
  why, pattern = LEFT.flat_map { |reason, patterns| patterns.split.map { |one| [reason, one] } }
                     .find { |_, one| File.fnmatch(one, name.to_s) }
  used << pattern
  puts why ? "skipped #{name}: #{why}" : "not ok #{name}: nobody tries it"
end
(LEFT.values.flat_map(&:split) - used).each { |one| tell('main.rb', "no method that is not tried is called #{one}") }
