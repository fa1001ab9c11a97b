CONFIGURATION = <<~YAML.freeze
  unit: { stage: test, script: [make] }
  ship: { stage: deploy, script: [make ship], needs: [], when: manual, environment: production }
YAML

story 'variables' do
  step(:create_variable, @project, 'COLOUR', 'red', protected: true) { |it| it.key == 'COLOUR' && it.value == 'red' && it.protected }
  step(:variables, @project) { |it| it.map(&:key) == ['COLOUR'] }
  step(:variable, @project, 'COLOUR') { |it| it.value == 'red' }
  step(:update_variable, @project, 'COLOUR', 'blue') { |it| it.value == 'blue' && it.protected }
  step(:remove_variable, @project, 'COLOUR') { missing { @api.variable(@project, 'COLOUR') } }
  step(:create_group_variable, @group, 'SHAPE', 'round') { |it| it.key == 'SHAPE' }
  step(:group_variables, @group) { |it| it.map(&:key) == ['SHAPE'] }
  step(:group_variable, @group, 'SHAPE') { |it| it.value == 'round' }
  step(:update_group_variable, @group, 'SHAPE', 'square') { |it| it.value == 'square' }
  step(:remove_group_variable, @group, 'SHAPE') { missing { @api.group_variable(@group, 'SHAPE') } }
end

story 'pipelines and jobs' do
  @api.create_file(@project, '.gitlab-ci.yml', 'main', CONFIGURATION, 'Add CI [skip ci]')
  made = step(:create_pipeline, @project, 'main', { DEPTH: '1' }) { |it| it.ref == 'main' && it.source == 'api' }.id
  step(:pipelines, @project, source: 'api') { |it| it.map(&:id) == [made] }
  step(:pipeline, @project, made) { |it| it.user.username == 'root' && it.status == 'pending' }
  step(:pipeline_test_report, @project, made) { |it| it.total_count.zero? && it.test_suites.empty? }
  jobs = step(:pipeline_jobs, @project, made) { |it| it.map(&:name).sort == %w[ship unit] }
  unit, ship = %w[unit ship].map { |name| jobs.find { |one| one.name == name }.id }
  step(:pipeline_bridges, @project, made, &:empty?)
  step(:jobs, @project, scope: ['manual']) { |it| it.map(&:id) == [ship] }
  step(:job, @project, unit) { |it| it.stage == 'test' && it.status == 'pending' && it.pipeline.id == made }
  step(:job_cancel, @project, unit) { |it| it.status == 'canceled' }
  step(:job_retry, @project, unit) { |it| it.name == 'unit' && it.id != unit && it.status == 'pending' }
  step(:job_play, @project, ship) { |it| it.id == ship && it.status == 'pending' }
  step(:cancel_pipeline, @project, made) { |it| it.status == 'canceled' }
  step(:retry_pipeline, @project, made) { |it| it.status == 'pending' }
  step(:delete_pipeline, @project, made) { missing { @api.pipeline(@project, made) } }

  # What no runner does here stands in the world: a job of root/works that is done, with artifacts.
  works, file = 'root/works', "\xFFSite\n".b
  job = @api.jobs(works).first.id
  step(:job_artifacts, works, job) { |it| it.start_with?('PK') }
  step(:job_artifacts_download, works, 'master', 'build') { |it| it.read(2) == 'PK' }
  step(:download_job_artifact_file, works, job, 'public/site.bin') { |it| it.read == file }
  step(:download_branch_artifact_file, works, 'master', 'public/site.bin', 'build') { |it| it.read == file }
  step(:job_trace, works, job) { |it| it == "Built\n" }
  step(:job_artifacts_keep, works, job) { |it| it.id == job && it.artifacts_expire_at.nil? }
  step(:job_artifacts_delete, works, job) { missing { @api.job_artifacts(works, job) } }
  step(:job_erase, works, job) { |it| it.id == job && it.artifacts.empty? }
end

story 'schedules and triggers' do
  id = step(:create_pipeline_schedule, @project, description: 'Nightly', ref: 'main', cron: '0 1 * * *') do |it|
    it.description == 'Nightly' && it.active && it.next_run_at
  end.id
  step(:pipeline_schedules, @project) { |it| it.map(&:id) == [id] }
  step(:edit_pipeline_schedule, @project, id, active: false) { |it| !it.active && it.cron == '0 1 * * *' }
  step(:create_pipeline_schedule_variable, @project, id, key: 'DEPTH', value: '1') { |it| it.value == '1' }
  step(:edit_pipeline_schedule_variable, @project, id, 'DEPTH', value: '2') { |it| it.value == '2' }
  step(:pipeline_schedule, @project, id) { |it| it.variables.first['value'] == '2' }
  step(:delete_pipeline_schedule_variable, @project, id, 'DEPTH') { |it| it.key == 'DEPTH' }
  step(:pipeline_schedule_take_ownership, @project, id) { |it| it.owner.username == 'root' }
  step(:delete_pipeline_schedule, @project, id) { missing { @api.pipeline_schedule(@project, id) } }

  trigger = step(:create_trigger, @project, 'From outside') { |it| it.description == 'From outside' && it.owner.username == 'root' }
  step(:triggers, @project) { |it| it.map(&:id) == [trigger.id] }
  step(:trigger, @project, trigger.id) { |it| it.description == 'From outside' }
  step(:update_trigger, @project, trigger.id, description: 'From afar') { |it| it.description == 'From afar' }
  step(:run_trigger, @project, trigger.token, 'main', { DEPTH: '1' }) { |it| it.ref == 'main' && it.source == 'trigger' }
  step(:remove_trigger, @project, trigger.id) { missing { @api.trigger(@project, trigger.id) } }
end

story 'environments' do
  id = step(:create_environment, @project, 'review', external_url: 'https://example.com') { |it| it.state == 'available' }.id
  step(:environments, @project, name: 'review') { |it| it.map(&:id) == [id] }
  step(:environment, @project, id) { |it| it.external_url == 'https://example.com' }
  step(:edit_environment, @project, id, external_url: 'https://example.org') { |it| it.external_url == 'https://example.org' }
  given = { environment: 'review', sha: @commit, ref: 'work', tag: false, status: 'success' }
  deployment = @api.post("/projects/#{@project}/deployments", body: given).id
  step(:deployments, @project, environment: 'review') { |it| it.map(&:id) == [deployment] }
  step(:deployment, @project, deployment) { |it| it.sha == @commit && it.environment.name == 'review' }
  step(:stop_environment, @project, id) { @api.environment(@project, id).state == 'stopped' }
  step(:delete_environment, @project, id) { missing { @api.environment(@project, id) } }
end

story 'runners' do
  tokens = ['/runners', "/groups/#{@group}/runners", "/projects/#{@project}/runners"].map do |path|
    @api.post("#{path}/reset_registration_token").token
  end
  shared, _of_group, own = tokens.map { |token| @api.register_runner(token, tag_list: 'deep') }
  another = step(:register_runner, tokens.last, description: 'another') { |it| it.token }
  step(:verify_auth_registered_runner, shared.token) { |it| it }
  step(:all_runners) { |it| it.length == 4 }
  step(:runners) { |it| it.map(&:id).include?(own.id) }
  step(:group_runners, @group, type: 'group_type') { |it| it.length == 1 && it.first.runner_type == 'group_type' }
  step(:project_runners, @project, type: 'project_type') { |it| it.map(&:id).sort == [own.id, another.id] }
  step(:runner, own.id) { |it| it.tag_list == ['deep'] && it.projects.first['id'] == @project }
  step(:update_runner, own.id, description: 'mine', paused: true, locked: false) { |it| it.description == 'mine' && it.paused }
  step(:runner_jobs, own.id, &:empty?)
  step(:project_enable_runner, 'root/works', own.id) { |it| it.id == own.id }
  step(:project_disable_runner, 'root/works', own.id) { @api.project_runners('root/works', type: 'project_type').empty? }
  step(:delete_registered_runner, another.token) { missing { @api.runner(another.id) } }
  step(:delete_runner, own.id) { missing { @api.runner(own.id) } }
end
