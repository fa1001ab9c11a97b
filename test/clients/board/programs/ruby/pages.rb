story 'snippets' do
  given = { title: 'One', file_name: 'one.rb', content: 'puts 1', visibility: 'private' }
  one = step(:create_snippet, @project, given) { |it| it.title == 'One' && it.project_id == @project }.id
  step(:snippets, @project) { |it| it.map(&:id).include?(one) }
  step(:snippet, @project, one) { |it| it.file_name == 'one.rb' }
  step(:edit_snippet, @project, one, title: 'First') { |it| it.title == 'First' }
  step(:snippet_content, @project, one) { |it| it == 'puts 1' }
  step(:delete_snippet, @project, one) { missing { @api.snippet(@project, one) } }
  own = step(:create_user_snippet, { **given, title: 'Two', visibility: 'public' }) { |it| it.title == 'Two' }.id
  step(:user_snippets) { |it| it.map(&:id).include?(own) }
  step(:public_snippets) { |it| it.map(&:id) == [own] }
  step(:user_snippet, own) { |it| it.author.username == 'root' }
  step(:edit_user_snippet, own, title: 'Second') { |it| it.title == 'Second' }
  step(:user_snippet_raw, own) { |it| it == 'puts 1' }
  step(:delete_user_snippet, own) { missing { @api.user_snippet(own) } }
end

story 'wikis' do
  step(:create_wiki, @project, 'Home', 'Welcome') { |it| it.slug == 'Home' && it.content == 'Welcome' }
  step(:wikis, @project) { |it| it.map(&:title) == ['Home'] }
  step(:wiki, @project, 'Home') { |it| it.format == 'markdown' }
  step(:update_wiki, @project, 'Home', content: 'Hello') { |it| it.content == 'Hello' }
  step(:delete_wiki, @project, 'Home') { missing { @api.wiki(@project, 'Home') } }
end

story 'releases' do
  @api.create_tag(@project, 'v2', 'main')
  step(:create_project_release, @project, tag_name: 'v2', description: 'Second') { |it| it.tag_name == 'v2' && it.description == 'Second' }
  step(:project_releases, @project) { |it| it.map(&:tag_name) == ['v2'] }
  step(:project_release, @project, 'v2') { |it| it.author.username == 'root' }
  step(:update_project_release, @project, 'v2', name: 'Two') { |it| it.name == 'Two' }
  link = step(:create_project_release_link, @project, 'v2', name: 'a.zip', url: 'https://example.com/a.zip') { |it| it.name == 'a.zip' }.id
  step(:project_release_links, @project, 'v2') { |it| it.map(&:id) == [link] }
  step(:project_release_link, @project, 'v2', link) { |it| it.url == 'https://example.com/a.zip' }
  step(:update_project_release_link, @project, 'v2', link, name: 'b.zip') { |it| it.name == 'b.zip' }
  step(:delete_project_release_link, @project, 'v2', link) { |it| it.name == 'b.zip' }
  step(:delete_project_release, @project, 'v2') { |it| it.tag_name == 'v2' }
end

story 'badges' do
  given = { link_url: 'https://example.com/%{project_path}', image_url: 'https://example.com/a.svg' }
  badge = step(:add_project_badge, @project, given) { |it| it.kind == 'project' && it.rendered_link_url == 'https://example.com/mine/ruby' }.id
  step(:project_badges, @project) { |it| it.map(&:id) == [badge] }
  step(:project_badge, @project, badge) { |it| it.image_url == given[:image_url] }
  step(:edit_project_badge, @project, badge, image_url: 'https://example.com/b.svg') { |it| it.image_url == 'https://example.com/b.svg' }
  step(:preview_project_badge, @project, *given.values) { |it| it.rendered_link_url == 'https://example.com/mine/ruby' }
  step(:remove_project_badge, @project, badge) { missing { @api.project_badge(@project, badge) } }
  common = step(:add_group_badge, @group, given) { |it| it.kind == 'group' }.id
  step(:group_badges, @group) { |it| it.map(&:id) == [common] }
  step(:group_badge, @group, common) { |it| it.id == common }
  step(:edit_group_badge, @group, common, link_url: 'https://example.com/else') { |it| it.link_url == 'https://example.com/else' }
  step(:preview_group_badge, @group, *given.values) { |it| it.rendered_image_url == given[:image_url] }
  step(:remove_group_badge, @group, common) { missing { @api.group_badge(@group, common) } }
end

story 'the instance' do
  step(:version) { |it| it.version && it.revision }
  step(:markdown, '**bold**') { |it| it.html.include?('bold') }
  step(:application_settings) { |it| it.default_project_visibility == 'private' }
  step(:edit_application_settings, default_projects_limit: 7) { |it| it.default_projects_limit == 7 }
  step(:avatar, email: 'ruby@example.com') { |it| it.avatar_url }
  step(:set_feature, 'deep_shafts', true, force: true) { |it| it.name == 'deep_shafts' && it.state == 'on' }
  step(:features) { |it| it.map(&:name) == ['deep_shafts'] }
  step(:delete_feature, 'deep_shafts') { @api.features.empty? }
  message = step(:create_broadcast_message, 'We move') { |it| it.message == 'We move' && it.active }.id
  step(:broadcast_messages) { |it| it.map(&:id) == [message] }
  step(:broadcast_message, message) { |it| it.message == 'We move' }
  step(:edit_broadcast_message, message, message: 'We moved') { |it| it.message == 'We moved' }
  step(:delete_broadcast_message, message) { missing { @api.broadcast_message(message) } }
  step(:sidekiq_queue_metrics) { |it| it.queues }
  step(:sidekiq_process_metrics) { |it| it.processes }
  step(:sidekiq_job_stats) { |it| it.jobs.failed.zero? }
  step(:sidekiq_compound_metrics) { |it| it.jobs.failed.zero? }

  { dockerfile: 'Ruby', gitignore: 'Ruby', gitlab_ci_yml: 'Bash' }.each do |kind, key|
    step(:"#{kind}_templates") { |it| it.map(&:key).include?(key) }
    step(:"#{kind}_template", key) { |it| it.name == key && !it.content.empty? }
  end
  step(:license_templates) { |it| it.map(&:key).include?('mit') }
  step(:license_template, 'mit', project: 'ruby') { |it| it.name == 'MIT License' }
  step(:project_templates, @project, 'licenses') { |it| it.map(&:key).include?('mit') }
  step(:project_template, @project, 'gitignores', 'Ruby') { |it| it.name == 'Ruby' && !it.content.empty? }
end

story 'removals' do
  step(:delete_user, @ruby) { missing { @api.user(@ruby) } }
end
