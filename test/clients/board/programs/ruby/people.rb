KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGOmD+Y/fA4i4E4HExRWdjJXP3jluzik+HftzPaXj66O'.freeze
DEPLOY_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMz4TOE65zyBlAtSmz3DghqZ+1EkstdfBbvXLUDYjK9q'.freeze

story 'users' do
  step(:user) { |it| it.username == 'root' && it.is_admin }
  @ruby = step(:create_user, 'ruby@example.com', 'a-pass-of-length', 'ruby', name: 'Ruby', skip_confirmation: true) do |it|
    it.username == 'ruby' && it.name == 'Ruby' && it.state == 'active'
  end.id
  step(:users, username: 'ruby') { |it| it.map(&:id) == [@ruby] }
  step(:user_search, 'Rub') { |it| it.map(&:username) == ['ruby'] }
  step(:edit_user, @ruby, bio: 'Red') { |it| it.bio == 'Red' && it.name == 'Ruby' }
  step(:block_user, @ruby) { @api.user(@ruby).state == 'blocked' }
  step(:unblock_user, @ruby) { @api.user(@ruby).state == 'active' }
  step(:activities) { |it| it.map(&:username).include?('root') }
  act = { name: 'act', scopes: ['api'], expires_at: (Date.today + 30).to_s }
  token = @api.post("/users/#{@ruby}/impersonation_tokens", body: act).token
  @other = Gitlab.client(endpoint: @api.endpoint, private_token: token)
end

story 'keys and e-mails' do
  key = step(:create_ssh_key, 'one', KEY) { |it| it.title == 'one' && it.key.start_with?(KEY) }.id
  step(:ssh_keys) { |it| it.map(&:title) == ['one'] }
  step(:ssh_key, key) { |it| it.id == key }
  step(:key, key) { |it| it.user.username == 'root' }
  step(:delete_ssh_key, key) { missing { @api.ssh_key(key) } }
  email = step(:add_email, 'second@example.com') { |it| it.email == 'second@example.com' }.id
  step(:emails) { |it| it.map(&:email).include?('second@example.com') }
  step(:email, email) { |it| it.email == 'second@example.com' }
  step(:delete_email, email) { missing { @api.email(email) } }
end

story 'groups' do
  @group = step(:create_group, 'Mine', 'mine', visibility: 'public') { |it| it.full_path == 'mine' && it.visibility == 'public' }.id
  inner = @api.create_group('Shaft', 'shaft', parent_id: @group).id
  step(:groups) { |it| it.map(&:full_path).sort == ['mine', 'mine/shaft'] }
  step(:group, 'mine/shaft') { |it| it.id == inner && it.parent_id == @group }
  step(:group_search, 'Min') { |it| it.map(&:id).include?(@group) }
  step(:group_subgroups, @group) { |it| it.map(&:id) == [inner] }
  step(:edit_group, @group, description: 'Where rubies are') { |it| it.description == 'Where rubies are' && it.name == 'Mine' }
  step(:add_group_member, @group, @ruby, 30) { |it| it.username == 'ruby' && it.access_level == 30 }
  step(:group_members, @group) { |it| it.map(&:username).sort == %w[root ruby] }
  step(:group_member, @group, @ruby) { |it| it.access_level == 30 }
  step(:edit_group_member, @group, @ruby, 40) { |it| it.access_level == 40 }
  step(:remove_group_member, @group, @ruby) { missing { @api.group_member(@group, @ruby) } }
  step(:namespaces, search: 'mine') { |it| it.map(&:kind).uniq == ['group'] }
  step(:delete_group, inner) { missing { @api.group(inner) } || @api.group(inner).marked_for_deletion_on }
end
