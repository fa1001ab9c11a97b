story 'projects' do
  made = step(:create_project, 'ruby', namespace_id: @group, initialize_with_readme: true) do |it|
    it.path_with_namespace == 'mine/ruby' && it.default_branch == 'main' && it.visibility == 'private'
  end
  @project = made.id
  step(:projects, search: 'ruby') { |it| it.map(&:id) == [@project] }
  step(:project_search, 'rub') { |it| it.map(&:id) == [@project] }
  step(:project, 'mine/ruby') { |it| it.id == @project }
  step(:group_projects, @group) { |it| it.map(&:id) == [@project] }
  step(:edit_project, @project, description: 'For rubies', visibility: 'public') { |it| it.description == 'For rubies' }
  step(:star_project, @project) { |it| it.star_count == 1 }
  step(:user_starred_projects, 'root') { |it| it.map(&:id) == [@project] }
  step(:unstar_project, @project) { |it| it.star_count.zero? }
  fork = step(:create_fork, @project, path: 'sapphire', name: 'sapphire') do |it|
    it.path_with_namespace == 'root/sapphire' && it.forked_from_project.id == @project
  end.id
  step(:project_forks, @project) { |it| it.map(&:id) == [fork] }
  step(:remove_forked, fork) { @api.project_forks(@project).empty? }
  step(:make_forked_from, fork, @project) { @api.project_forks(@project).map(&:id) == [fork] }
  step(:user_projects, 1) { |it| it.map(&:id).include?(fork) }
  step(:archive_project, fork, &:archived)
  step(:unarchive_project, fork) { |it| !it.archived }
  step(:transfer_project, fork, 'mine') { |it| it.path_with_namespace == 'mine/sapphire' }
  gems = @api.create_group('Gems', 'gems').id
  step(:transfer_project_to_group, gems, fork) { @api.project(fork).path_with_namespace == 'gems/sapphire' }
  step(:share_project_with_group, @project, gems, 20) { @api.project(@project).shared_with_groups.length == 1 }
  step(:unshare_project_with_group, @project, gems) { @api.project(@project).shared_with_groups.empty? }
  step(:upload_file, @project, File.join(__dir__, 'board.rb')) { |it| it.alt == 'board.rb' && it.url.start_with?('/uploads/') }
  step(:delete_project, fork) { missing { @api.project(fork) } || @api.project(fork).marked_for_deletion_on }
end

story 'access' do
  step(:add_team_member, @project, @ruby, 30) { |it| it.username == 'ruby' && it.access_level == 30 }
  step(:team_members, @project) { |it| it.map(&:username) == ['ruby'] }
  step(:all_members, @project) { |it| it.map(&:username).sort == %w[root ruby] }
  step(:team_member, @project, @ruby) { |it| it.access_level == 30 }
  step(:edit_team_member, @project, @ruby, 40) { |it| it.access_level == 40 }
  step(:remove_team_member, @project, @ruby) { missing { @api.team_member(@project, @ruby) } }

  # Another asks, and the owner answers.
  owner = @api
  asks = lambda do |method, place|
    @api = @other
    step(method, place) { |it| it.username == 'ruby' && it.requested_at }
    @api = owner
  end
  asks.call(:request_project_access, @project)
  step(:project_access_requests, @project) { |it| it.map(&:id) == [@ruby] }
  step(:deny_project_access_request, @project, @ruby) { @api.project_access_requests(@project).empty? }
  @other.request_project_access(@project)
  step(:approve_project_access_request, @project, @ruby, access_level: 20) { |it| it.access_level == 20 }
  asks.call(:request_group_access, @group)
  step(:group_access_requests, @group) { |it| it.map(&:id) == [@ruby] }
  step(:deny_group_access_request, @group, @ruby) { @api.group_access_requests(@group).empty? }
  @other.request_group_access(@group)
  step(:approve_group_access_request, @group, @ruby) { |it| it.access_level == 30 }

  key = step(:create_deploy_key, @project, 'reads', DEPLOY_KEY, can_push: false) { |it| it.title == 'reads' && !it.can_push }.id
  step(:deploy_keys, @project) { |it| it.map(&:id) == [key] }
  step(:deploy_key, @project, key) { |it| it.title == 'reads' }
  step(:edit_deploy_key, @project, key, 'writes', can_push: true) { |it| it.title == 'writes' && it.can_push }
  step(:enable_deploy_key, 'root/works', key) { |it| it.id == key }
  step(:delete_deploy_key, @project, key) { missing { @api.deploy_key(@project, key) } }
end

story 'hooks and integrations' do
  url = 'https://hooks.example.com/one'
  hook = step(:add_project_hook, @project, url, issues_events: true) { |it| it.url == url && it.issues_events && it.push_events }.id
  step(:project_hooks, @project) { |it| it.map(&:id) == [hook] }
  step(:project_hook, @project, hook) { |it| it.project_id == @project }
  step(:edit_project_hook, @project, hook, url, push_events: false) { |it| !it.push_events && it.issues_events }
  step(:delete_project_hook, @project, hook) { missing { @api.project_hook(@project, hook) } }
  all = step(:add_hook, 'https://hooks.example.com/all') { |it| it.url == 'https://hooks.example.com/all' }.id
  step(:hooks) { |it| it.map(&:id) == [all] }
  step(:hook, all) { |it| it.id == all }
  step(:delete_hook, all) { @api.hooks.empty? }
  step(:change_service, @project, :external_wiki, external_wiki_url: 'https://example.com') { |it| it.slug == 'external-wiki' }
  step(:service, @project, :external_wiki) { |it| it.active && it.properties.external_wiki_url == 'https://example.com' }
  step(:delete_service, @project, :external_wiki) { !@api.service(@project, :external_wiki).active }
end
