story 'files and commits' do
  step(:create_file, @project, 'a.rb', 'main', "puts 1\n", 'Add a') { |it| it.file_path == 'a.rb' && it.branch == 'main' }
  step(:edit_file, @project, 'a.rb', 'main', "puts 2\n", 'Change a') { |it| it.file_path == 'a.rb' }
  step(:get_file, @project, 'a.rb', 'main') { |it| it.content.unpack1('m') == "puts 2\n" }
  step(:file_contents, @project, 'a.rb', 'main') { |it| it == "puts 2\n" }
  step(:get_file_blame, @project, 'a.rb', 'main') { |it| it.first.lines == ['puts 2'] && it.first.commit.message == 'Change a' }
  step(:remove_file, @project, 'a.rb', 'main', 'Drop a') { missing { @api.get_file(@project, 'a.rb', 'main') } }
  actions = [{ action: 'create', file_path: 'b.rb', content: "puts 1\n" }]
  made = step(:create_commit, @project, 'work', 'Add b', actions, start_branch: 'main') { |it| it.title == 'Add b' && it.stats.additions == 1 }
  @commit = made.id
  step(:commits, @project, ref_name: 'main') { |it| it.length == 4 && it.first.title == 'Drop a' }
  step(:commit, @project, 'work') { |it| it.id == @commit }
  step(:commit_refs, @project, @commit) { |it| it.map(&:name) == ['work'] }
  step(:commit_diff, @project, @commit) { |it| it.map(&:new_path) == ['b.rb'] && it.first.new_file }
  step(:create_commit_comment, @project, @commit, 'Why?', path: 'b.rb', line: 1, line_type: 'new') { |it| it.note == 'Why?' && it.line == 1 }
  step(:commit_comments, @project, @commit) { |it| it.map(&:note) == ['Why?'] && it.first.author.username == 'root' }
  step(:update_commit_status, @project, @commit, 'success', name: 'outside', ref: 'work') { |it| it.status == 'success' && it.name == 'outside' }
  step(:commit_status, @project, @commit) { |it| it.map(&:name) == ['outside'] }
  step(:commit_merge_requests, @project, @commit, &:empty?)
  step(:cherry_pick_commit, @project, @commit, 'main') { |it| it.title == 'Add b' && it.id != @commit }
  step(:revert_commit, @project, @api.commit(@project, 'main').id, 'main') { |it| it.title == 'Revert "Add b"' }
end

story 'branches and tags' do
  step(:create_branch, @project, 'side', 'main') { |it| it.name == 'side' && !it.protected }
  step(:branches, @project) { |it| it.map(&:name) == %w[main side work] }
  step(:branch, @project, 'main') { |it| it.default && it.protected }
  step(:protect_branch, @project, 'side', merge_access_level: 30) do |it|
    it.name == 'side' && it.merge_access_levels.first['access_level'] == 30
  end
  step(:protected_branches, @project) { |it| it.map(&:name).sort == %w[main side] }
  step(:protected_branch, @project, 'side') { |it| it.push_access_levels.first['access_level'] == 40 }
  step(:unprotect_branch, @project, 'side') { missing { @api.protected_branch(@project, 'side') } }
  step(:delete_branch, @project, 'side') { missing { @api.branch(@project, 'side') } }
  @api.create_branch(@project, 'merged', @api.commit(@project, 'main').parent_ids.first)
  step(:delete_merged_branches, @project) { missing { @api.branch(@project, 'merged') } && @api.branch(@project, 'work') }
  step(:create_tag, @project, 'v1', 'main', 'The first') { |it| it.name == 'v1' && it.message == 'The first' }
  step(:tags, @project) { |it| it.map(&:name) == ['v1'] }
  step(:tag, @project, 'v1') { |it| it.commit.title == 'Revert "Add b"' }
  step(:delete_tag, @project, 'v1') { missing { @api.tag(@project, 'v1') } }
  step(:protect_repository_tag, @project, 'v*', create_access_level: 30) do |it|
    it.name == 'v*' && it.create_access_levels.first['access_level'] == 30
  end
  step(:protected_tags, @project) { |it| it.map(&:name) == ['v*'] }
  step(:protected_tag, @project, 'v*') { |it| it.name == 'v*' }
  step(:unprotect_repository_tag, @project, 'v*') { missing { @api.protected_tag(@project, 'v*') } }
end

story 'repositories' do
  step(:tree, @project, ref: 'work') { |it| it.map(&:path) == %w[README.md b.rb] && it.first.type == 'blob' }
  step(:repo_archive, @project, 'work', 'zip') { |it| it.read(2) == 'PK' }
  step(:compare, @project, 'main', 'work') { |it| it.commits.length == 1 && it.diffs.first['new_path'] == 'b.rb' }
  step(:merge_base, @project, %w[main work]) { |it| it.title == 'Drop a' }
  step(:contributors, @project) { |it| it.map(&:email) == ['admin@example.com'] && it.first.commits == 6 }
end
