story 'labels and milestones' do
  step(:create_label, @project, 'roof', '#dc143c', description: 'It leaks') { |it| it.name == 'roof' && it.color == '#dc143c' }
  step(:labels, @project) { |it| it.map(&:name) == ['roof'] }
  step(:edit_label, @project, 'roof', new_name: 'cellar') { |it| it.name == 'cellar' && it.description == 'It leaks' }
  step(:subscribe_to_label, @project, 'cellar', &:subscribed)
  step(:unsubscribe_from_label, @project, 'cellar') { !@api.labels(@project).first.subscribed }
  @api.create_label(@project, 'gone', '#000000')
  step(:delete_label, @project, 'gone') { @api.labels(@project).map(&:name) == ['cellar'] }
  step(:create_group_label, @group, 'deck', '#00ff00') { |it| it.name == 'deck' }
  step(:group_labels, @group) { |it| it.map(&:name) == ['deck'] }
  step(:edit_group_label, @group, 'deck', new_name: 'hull') { |it| it.name == 'hull' }
  step(:subscribe_to_group_label, @group, 'hull', &:subscribed)
  step(:unsubscribe_from_group_label, @group, 'hull') { !@api.group_labels(@group).first.subscribed }
  @api.create_group_label(@group, 'gone', '#000000')
  step(:delete_group_label, @group, 'gone') { @api.group_labels(@group).map(&:name) == ['hull'] }

  spring = step(:create_milestone, @project, 'spring', due_date: '2099-04-01') { |it| it.title == 'spring' && it.due_date == '2099-04-01' }.id
  step(:milestones, @project) { |it| it.map(&:id) == [spring] }
  step(:milestone, @project, spring) { |it| it.state == 'active' }
  step(:edit_milestone, @project, spring, state_event: 'close') { |it| it.state == 'closed' }
  step(:milestone_issues, @project, spring, &:empty?)
  step(:milestone_merge_requests, @project, spring, &:empty?)
  step(:delete_milestone, @project, spring) { missing { @api.milestone(@project, spring) } }
  summer = step(:create_group_milestone, @group, 'summer') { |it| it.group_id == @group }.id
  step(:group_milestones, @group) { |it| it.map(&:id) == [summer] }
  step(:group_milestone, @group, summer) { |it| it.title == 'summer' }
  step(:edit_group_milestone, @group, summer, description: 'It is hot') { |it| it.description == 'It is hot' }
  step(:group_milestone_issues, @group, summer, &:empty?)
  step(:group_milestone_merge_requests, @group, summer, &:empty?)
end

story 'boards' do
  cellar = @api.labels(@project).find { |one| one.name == 'cellar' }.id
  hull = @api.group_labels(@group).first.id
  board = step(:create_board, @project, 'Plans') { |it| it.name == 'Plans' && it.project.id == @project }.id
  step(:boards, @project) { |it| it.map(&:id) == [board] }
  step(:board, @project, board) { |it| it.name == 'Plans' }
  step(:edit_board, @project, board, name: 'Plots') { |it| it.name == 'Plots' }
  first = step(:create_board_list, @project, board, cellar) { |it| it.label.name == 'cellar' && it.position.zero? }.id
  @api.create_board_list(@project, board, hull)
  step(:board_lists, @project, board) { |it| it.map { |one| one.label.name } == %w[cellar hull] }
  step(:board_list, @project, board, first) { |it| it.label.name == 'cellar' }
  step(:edit_board_list, @project, board, first, 1) { |it| it.position == 1 }
  step(:delete_board_list, @project, board, first) { missing { @api.board_list(@project, board, first) } }
  @api.create_board(@project, 'Others')
  step(:delete_board, @project, board) { missing { @api.board(@project, board) } }

  common = step(:create_group_board, @group, 'All') { |it| it.name == 'All' && it.group.id == @group }.id
  step(:group_boards, @group) { |it| it.map(&:id) == [common] }
  step(:group_board, @group, common) { |it| it.name == 'All' }
  step(:edit_group_board, @group, common, name: 'Each') { |it| it.name == 'Each' }
  list = step(:create_group_board_list, @group, common, hull) { |it| it.label.name == 'hull' }.id
  step(:group_board_lists, @group, common) { |it| it.map(&:id) == [list] }
  step(:group_board_list, @group, common, list) { |it| it.id == list }
  step(:edit_group_board_list, @group, common, list, position: 0) { |it| it.position.zero? }
  step(:delete_group_board_list, @group, common, list) { missing { @api.group_board_list(@group, common, list) } }
  @api.create_group_board(@group, 'Others')
  step(:delete_group_board, @group, common) { missing { @api.group_board(@group, common) } }
end

story 'issues' do
  step(:create_issue, @project, 'It leaks', labels: 'cellar', assignee_ids: [1]) do |it|
    it.iid == 1 && it.labels == ['cellar'] && it.assignee.username == 'root' && it.state == 'opened'
  end
  @api.create_issue(@project, 'It drips')
  step(:issues, @project) { |it| it.map(&:iid) == [2, 1] }
  step(:group_issues, @group) { |it| it.length == 2 }
  step(:issue, @project, 1) { |it| it.title == 'It leaks' && it.author.username == 'root' }
  step(:edit_issue, @project, 1, description: 'Into the shaft', add_labels: 'hull') { |it| it.labels == %w[cellar hull] }
  step(:close_issue, @project, 1) { |it| it.state == 'closed' && it.closed_by.username == 'root' }
  step(:reopen_issue, @project, 1) { |it| it.state == 'opened' }
  step(:unsubscribe_from_issue, @project, 1) { |it| !it.subscribed }
  step(:subscribe_to_issue, @project, 1, &:subscribed)
  step(:estimate_time_of_issue, @project, 1, '2h') { |it| it.time_estimate == 7200 && it.human_time_estimate == '2h' }
  step(:add_time_spent_on_issue, @project, 1, '30m') { |it| it.total_time_spent == 1800 }
  step(:time_stats_for_issue, @project, 1) { |it| it.time_estimate == 7200 && it.total_time_spent == 1800 }
  step(:reset_time_estimate_of_issue, @project, 1) { |it| it.time_estimate.zero? }
  step(:reset_time_spent_on_issue, @project, 1) { |it| it.total_time_spent.zero? }
  step(:participants_on_issue, @project, 1) { |it| it.map(&:username) == ['root'] }
  step(:merge_requests_closing_issue_on_merge, @project, 1, &:empty?)
  step(:create_issue_link, @project, 1, @project, 2) { |it| it.source_issue.iid == 1 && it.target_issue.iid == 2 }
  link = step(:issue_links, @project, 1) { |it| it.map(&:iid) == [2] }.first.issue_link_id
  step(:delete_issue_link, @project, 1, link) { @api.issue_links(@project, 1).empty? }
  elsewhere = @api.create_project('elsewhere').id
  step(:move_issue, @project, 2, to_project_id: elsewhere) { |it| it.project_id == elsewhere && it.title == 'It drips' }
  step(:delete_issue, @project, 2) { missing { @api.issue(@project, 2) } }
  todo = @api.post("/projects/#{@project}/issues/1/todo").id
  step(:todos) { |it| it.map(&:id).include?(todo) }
  step(:mark_todo_as_done, todo) { |it| it.state == 'done' }
  step(:mark_all_todos_as_done) { @api.todos.empty? }
end

story 'merge requests' do
  merge = step(:create_merge_request, @project, 'Mend it', source_branch: 'work', target_branch: 'main', labels: 'cellar',
                                                           description: 'Closes #1') do |it|
    it.iid == 1 && it.source_branch == 'work' && it.labels == ['cellar'] && it.state == 'opened'
  end
  step(:merge_requests, @project) { |it| it.map(&:iid) == [1] }
  step(:user_merge_requests, scope: 'created_by_me') { |it| it.map(&:id) == [merge.id] }
  step(:group_merge_requests, @group) { |it| it.map(&:id) == [merge.id] }
  step(:merge_request, @project, 1) { |it| it.merge_status == 'can_be_merged' && it.diff_refs.head_sha == @commit }
  step(:update_merge_request, @project, 1, title: 'Draft: Mend it') { |it| it.draft && it.title == 'Draft: Mend it' }
  @api.update_merge_request(@project, 1, title: 'Mend it')
  step(:merge_request_pipelines, @project, 1) { |it| it.map(&:sha).uniq == [@commit] }
  step(:merge_request_participants, @project, 1) { |it| it.map(&:username) == ['root'] }
  step(:merge_request_changes, @project, 1) { |it| it.changes.first['new_path'] == 'b.rb' }
  step(:merge_request_commits, @project, 1) { |it| it.map(&:id) == [@commit] }
  step(:merge_request_closes_issues, @project, 1) { |it| it.map(&:iid) == [1] }
  version = step(:merge_request_diff_versions, @project, 1) { |it| it.length == 1 && it.first.head_commit_sha == @commit }.first.id
  step(:merge_request_diff_version, @project, 1, version) { |it| it.diffs.length == 1 && it.commits.length == 1 }
  step(:unsubscribe_from_merge_request, @project, 1) { |it| !it.subscribed }
  step(:subscribe_to_merge_request, @project, 1, &:subscribed)
  step(:approve_merge_request, @project, 1) { |it| it.user_has_approved && it.approved_by.length == 1 }
  step(:merge_request_approvals, @project, 1) { |it| it.approved_by.first['user']['username'] == 'root' }
  step(:merge_request_approval_state, @project, 1) { |it| it.rules.empty? }
  step(:unapprove_merge_request, @project, 1) { @api.merge_request_approvals(@project, 1).approved_by.empty? }

  thread = step(:create_merge_request_discussion, @project, 1, body: 'Why?') { |it| it.notes.first['body'] == 'Why?' && !it.individual_note }.id
  step(:merge_request_discussions, @project, 1) { |it| it.map(&:id).include?(thread) }
  step(:merge_request_discussion, @project, 1, thread) { |it| it.id == thread }
  note = step(:create_merge_request_discussion_note, @project, 1, thread, body: 'So') { |it| it.body == 'So' }.id
  step(:update_merge_request_discussion_note, @project, 1, thread, note, body: 'So that') { |it| it.body == 'So that' }
  step(:resolve_merge_request_discussion, @project, 1, thread, resolved: true) { |it| it.notes.first['resolved'] }
  step(:delete_merge_request_discussion_note, @project, 1, thread, note) do
    @api.merge_request_discussion(@project, 1, thread).notes.length == 1
  end
  step(:accept_merge_request, @project, 1, merge_commit_message: 'Mended') { |it| it.state == 'merged' && it.merged_by.username == 'root' }
end

story 'notes and awards' do
  snippet = @api.create_snippet(@project, title: 'Talked of', file_name: 'a.rb', content: 'puts 1', visibility: 'private').id
  # Of each thing the methods are called by its name.
  { issue: 1, merge_request: 1, snippet: snippet }.each do |kind, at|
    note = step(:"create_#{kind}_note", @project, at, 'Here') { |it| it.body == 'Here' && it.author.username == 'root' }.id
    step(:"#{kind}_notes", @project, at) { |it| it.map(&:id).include?(note) }
    step(:"#{kind}_note", @project, at, note) { |it| it.body == 'Here' }
    step(:"edit_#{kind}_note", @project, at, note, 'There') { |it| it.body == 'There' }
    award = step(:create_note_award_emoji, @project, at, kind.to_s, note, 'tada') { |it| it.name == 'tada' && it.awardable_type == 'Note' }.id
    step(:note_award_emojis, @project, at, kind.to_s, note) { |it| it.map(&:id) == [award] }
    step(:note_award_emoji, @project, at, kind.to_s, note, award) { |it| it.name == 'tada' }
    step(:delete_note_award_emoji, @project, at, kind.to_s, note, award) { @api.note_award_emojis(@project, at, kind.to_s, note).empty? }
    step(:"delete_#{kind}_note", @project, at, note) { missing { @api.public_send("#{kind}_note", @project, at, note) } }
    award = step(:create_award_emoji, @project, at, kind.to_s, 'rocket') { |it| it.name == 'rocket' && it.user.username == 'root' }.id
    step(:award_emojis, @project, at, kind.to_s) { |it| it.map(&:id) == [award] }
    step(:award_emoji, @project, at, kind.to_s, award) { |it| it.name == 'rocket' }
    step(:delete_award_emoji, @project, at, kind.to_s, award) { @api.award_emojis(@project, at, kind.to_s).empty? }
  end
end

story 'events' do
  event = step(:issue_label_events, @project, 1) { |it| it.map { |one| one.label.name } == %w[cellar hull] }.first.id
  step(:issue_label_event, @project, 1, event) { |it| it.action == 'add' && it.label.name == 'cellar' }
  event = step(:merge_request_label_events, @project, 1) { |it| it.length == 1 }.first.id
  step(:merge_request_label_event, @project, 1, event) { |it| it.resource_type == 'MergeRequest' }
  event = step(:issue_state_events, @project, 1) { |it| it.map(&:state) == %w[closed reopened closed] }.first.id
  step(:issue_state_event, @project, 1, event) { |it| it.state == 'closed' }
  event = step(:merge_request_state_events, @project, 1) { |it| it.map(&:state) == ['merged'] }.first.id
  step(:merge_request_state_event, @project, 1, event) { |it| it.user.username == 'root' }
  step(:events, target_type: 'issue', action: 'closed') { |it| it.map(&:target_title).uniq == ['It leaks'] }
  step(:user_events, 1, target_type: 'note') { |it| it.first.action_name == 'commented on' }
  step(:project_events, @project) { |it| it.map(&:project_id).uniq == [@project] }
end

story 'searches' do
  step(:search_globally, 'issues', 'leaks') { |it| it.map(&:title) == ['It leaks'] }
  step(:search_in_group, @group, 'merge_requests', 'Mend') { |it| it.map(&:title) == ['Mend it'] }
  step(:search_in_project, @project, 'blobs', 'puts') { |it| it.map(&:path) == ['b.rb'] && it.first.data == "puts 1\n" }
end
