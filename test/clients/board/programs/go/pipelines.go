package main

import (
	gitlab "github.com/xanzy/go-gitlab"
)

func variables(w *world) {
	on := w.api.ProjectVariables
	got(on.CreateVariable(w.project, &gitlab.CreateProjectVariableOptions{
		Key: text("COLOUR"), Value: text("carmine-red"), Masked: yes(), Protected: yes(), EnvironmentScope: text("review/*"),
	})).holds("ProjectVariables.CreateVariable", "Key", "COLOUR", "Masked", true, "Protected", true, "EnvironmentScope", "review/*")
	got(on.ListVariables(w.project, nil)).holds("ProjectVariables.ListVariables", "length", 1, "0.VariableType", "env_var")
	got(on.GetVariable(w.project, "COLOUR", &gitlab.GetProjectVariableOptions{
		Filter: &gitlab.VariableFilter{EnvironmentScope: "review/*"},
	})).holds("ProjectVariables.GetVariable", "Value", "carmine-red")
	got(on.UpdateVariable(w.project, "COLOUR", &gitlab.UpdateProjectVariableOptions{Value: text("azure-blue")})).
		holds("ProjectVariables.UpdateVariable", "Value", "azure-blue", "Masked", true)
	done(on.RemoveVariable(w.project, "COLOUR", nil)).
		removes("ProjectVariables.RemoveVariable", missing(on.GetVariable(w.project, "COLOUR", nil)))

	ofGroup := w.api.GroupVariables
	got(ofGroup.CreateVariable(w.group, &gitlab.CreateGroupVariableOptions{
		Key: text("SHAPE"), Value: text("round"), VariableType: gitlab.VariableType(gitlab.FileVariableType),
	})).holds("GroupVariables.CreateVariable", "Key", "SHAPE", "VariableType", "file")
	got(ofGroup.ListVariables(w.group, nil)).holds("GroupVariables.ListVariables", "length", 1)
	got(ofGroup.GetVariable(w.group, "SHAPE")).holds("GroupVariables.GetVariable", "Value", "round")
	got(ofGroup.UpdateVariable(w.group, "SHAPE", &gitlab.UpdateGroupVariableOptions{Value: text("square")})).
		holds("GroupVariables.UpdateVariable", "Value", "square")
	done(ofGroup.RemoveVariable(w.group, "SHAPE")).
		removes("GroupVariables.RemoveVariable", missing(ofGroup.GetVariable(w.group, "SHAPE")))

	ofAll := w.api.InstanceVariables
	got(ofAll.CreateVariable(&gitlab.CreateInstanceVariableOptions{Key: text("SIZE"), Value: text("large")})).
		holds("InstanceVariables.CreateVariable", "Key", "SIZE", "Value", "large")
	got(ofAll.ListVariables(nil)).holds("InstanceVariables.ListVariables", "length", 1)
	got(ofAll.GetVariable("SIZE")).holds("InstanceVariables.GetVariable", "Value", "large")
	got(ofAll.UpdateVariable("SIZE", &gitlab.UpdateInstanceVariableOptions{Value: text("small")})).
		holds("InstanceVariables.UpdateVariable", "Value", "small")
	done(ofAll.RemoveVariable("SIZE")).removes("InstanceVariables.RemoveVariable", missing(ofAll.GetVariable("SIZE")))
}

const configuration = `stages: [test, deploy]
unit:
  stage: test
  script: [make]
ship:
  stage: deploy
  script: [make ship]
  needs: []
  when: manual
  environment: production
`

func pipelines(w *world) {
	_, _, err := w.api.RepositoryFiles.CreateFile(w.project, ".gitlab-ci.yml", &gitlab.CreateFileOptions{
		Branch: text("main"), Content: text(configuration), CommitMessage: text("Add CI [skip ci]"),
	})
	if err != nil {
		panic(err)
	}
	got(w.api.Validate.ProjectLint(w.project, nil)).holds("Validate.ProjectLint", "Valid", true, "Errors.length", 0, "MergedYaml", something)
	got(w.api.Validate.ProjectNamespaceLint(w.project, &gitlab.ProjectNamespaceLintOptions{Content: text("unit:\n  stage: none\n  script: [make]\n")})).
		holds("Validate.ProjectNamespaceLint", "Valid", false, "Errors.length", 1)

	on := w.api.Pipelines
	depth := []*gitlab.PipelineVariableOptions{{Key: text("DEPTH"), Value: text("3")}}
	made := got(on.CreatePipeline(w.project, &gitlab.CreatePipelineOptions{Ref: text("main"), Variables: &depth})).
		holds("Pipelines.CreatePipeline", "Ref", "main", "Source", "api", "User.Username", "root", "Tag", false)
	got(on.ListProjectPipelines(w.project, &gitlab.ListProjectPipelinesOptions{Ref: text("main"), Source: text("api")})).
		holds("Pipelines.ListProjectPipelines", "length", 1, "0.ID", made.ID)
	got(on.GetPipeline(w.project, made.ID)).holds("Pipelines.GetPipeline", "SHA", made.SHA, "DetailedStatus.Group", something)
	got(on.GetPipelineVariables(w.project, made.ID)).holds("Pipelines.GetPipelineVariables", "length", 1, "0.Key", "DEPTH", "0.Value", "3")
	got(on.GetPipelineTestReport(w.project, made.ID)).holds("Pipelines.GetPipelineTestReport", "TotalCount", 0, "TestSuites.length", 0)
	got(w.api.Jobs.ListPipelineJobs(w.project, made.ID, nil)).holds("Jobs.ListPipelineJobs", "length", 2, "0.Name", "ship", "1.Name", "unit")
	got(w.api.Jobs.ListPipelineBridges(w.project, made.ID, nil)).holds("Jobs.ListPipelineBridges", "length", 0)
	got(on.CancelPipelineBuild(w.project, made.ID)).holds("Pipelines.CancelPipelineBuild", "ID", made.ID, "Status", "canceled")
	got(on.RetryPipelineBuild(w.project, made.ID)).holds("Pipelines.RetryPipelineBuild", "ID", made.ID, "Status", "pending")

	// A push makes a pipeline, for which a merge may wait.
	waiting := w.propose("waiting", "").IID
	merges := w.api.MergeRequests
	accepted, _, err := merges.AcceptMergeRequest(w.project, waiting, &gitlab.AcceptMergeRequestOptions{MergeWhenPipelineSucceeds: yes()})
	if err != nil {
		panic(err)
	}
	_, response, err := merges.CancelMergeWhenPipelineSucceeds(w.project, waiting)
	canceled, _, _ := merges.GetMergeRequest(w.project, waiting, nil)
	done(response, err).leaves("MergeRequests.CancelMergeWhenPipelineSucceeds", 201,
		accepted.MergeWhenPipelineSucceeds && !canceled.MergeWhenPipelineSucceeds && canceled.State == "opened")
	checked := w.propose("checked", "").IID
	_, _, err = w.api.RepositoryFiles.UpdateFile(w.project, ".gitlab-ci.yml", &gitlab.UpdateFileOptions{
		Branch: text("checked"), Content: text("check: { script: [make], rules: [{ if: $CI_MERGE_REQUEST_IID }] }\n"), CommitMessage: text("Check"),
	})
	if err != nil {
		panic(err)
	}
	got(merges.CreateMergeRequestPipeline(w.project, checked)).
		holds("MergeRequests.CreateMergeRequestPipeline", "Source", "merge_request_event", "Ref", something, "Status", "pending")
	done(on.DeletePipeline(w.project, made.ID)).removes("Pipelines.DeletePipeline", missing(on.GetPipeline(w.project, made.ID)))
}

func jobs(w *world) {
	on := w.api.Jobs
	pipeline, _, err := w.api.Pipelines.CreatePipeline(w.project, &gitlab.CreatePipelineOptions{Ref: text("main")})
	if err != nil {
		panic(err)
	}
	made, _, err := on.ListPipelineJobs(w.project, pipeline.ID, nil)
	if err != nil {
		panic(err)
	}
	ship, unit := made[0], made[1]
	got(on.ListProjectJobs(w.project, &gitlab.ListJobsOptions{Scope: &[]gitlab.BuildStateValue{gitlab.Pending}})).
		holds("Jobs.ListProjectJobs", "0.ID", unit.ID)
	got(on.GetJob(w.project, unit.ID)).holds("Jobs.GetJob", "Name", "unit", "Stage", "test", "Status", "pending", "Pipeline.ID", pipeline.ID)
	got(on.CancelJob(w.project, unit.ID)).holds("Jobs.CancelJob", "Status", "canceled")
	again := got(on.RetryJob(w.project, unit.ID)).holds("Jobs.RetryJob", "Name", "unit", "Status", "pending")
	if again.ID == unit.ID {
		tell("Jobs.RetryJob, another job", "it is the same")
	}
	got(on.PlayJob(w.project, ship.ID)).holds("Jobs.PlayJob", "Name", "ship", "Status", something)

	// What no runner does here stands in the world: a job of root/works that is done, with artifacts.
	works := "root/works"
	finished, _, err := on.ListProjectJobs(works, nil)
	if err != nil {
		panic(err)
	}
	job := finished[0].ID
	latest := &gitlab.DownloadArtifactsFileOptions{Job: text("build")}
	whole, response, err := size(on.GetJobArtifacts(works, job))
	got(whole > 100, response, err).holds("Jobs.GetJobArtifacts", "", true)
	got(size(on.DownloadArtifactsFile(works, "master", latest))).holds("Jobs.DownloadArtifactsFile", "", whole)
	got(size(on.DownloadSingleArtifactsFile(works, job, "public/site.bin"))).holds("Jobs.DownloadSingleArtifactsFile", "", len("\xffSite\n"))
	got(size(on.DownloadSingleArtifactsFileByTagOrBranch(works, "master", "public/site.bin", latest))).
		holds("Jobs.DownloadSingleArtifactsFileByTagOrBranch", "", len("\xffSite\n"))
	got(size(on.GetTraceFile(works, job))).holds("Jobs.GetTraceFile", "", len("Built\n"))
	got(on.KeepArtifacts(works, job)).holds("Jobs.KeepArtifacts", "ID", job, "ArtifactsExpireAt", nil)
	got(on.DeleteArtifacts(works, job)).holds("Jobs.DeleteArtifacts", "ID", 0)
	got(on.EraseJob(works, job)).holds("Jobs.EraseJob", "ID", job, "Artifacts.length", 0)
}

func schedulesAndTriggers(w *world) {
	on := w.api.PipelineSchedules
	nightly := got(on.CreatePipelineSchedule(w.project, &gitlab.CreatePipelineScheduleOptions{
		Description: text("Nightly"), Ref: text("main"), Cron: text("0 1 * * *"), CronTimezone: text("UTC"),
	})).holds("PipelineSchedules.CreatePipelineSchedule", "Description", "Nightly", "Cron", "0 1 * * *", "Active", true, "NextRunAt", something)
	id := nightly.ID
	got(on.ListPipelineSchedules(w.project, nil)).holds("PipelineSchedules.ListPipelineSchedules", "length", 1, "0.ID", id)
	got(on.EditPipelineSchedule(w.project, id, &gitlab.EditPipelineScheduleOptions{Cron: text("0 2 * * *")})).
		holds("PipelineSchedules.EditPipelineSchedule", "Cron", "0 2 * * *", "Description", "Nightly")
	got(on.CreatePipelineScheduleVariable(w.project, id, &gitlab.CreatePipelineScheduleVariableOptions{Key: text("DEPTH"), Value: text("1")})).
		holds("PipelineSchedules.CreatePipelineScheduleVariable", "Key", "DEPTH", "Value", "1", "VariableType", "env_var")
	got(on.EditPipelineScheduleVariable(w.project, id, "DEPTH", &gitlab.EditPipelineScheduleVariableOptions{Value: text("2")})).
		holds("PipelineSchedules.EditPipelineScheduleVariable", "Value", "2")
	got(on.GetPipelineSchedule(w.project, id)).holds("PipelineSchedules.GetPipelineSchedule", "Variables.0.Value", "2", "Owner.Username", "root")
	got(on.DeletePipelineScheduleVariable(w.project, id, "DEPTH")).holds("PipelineSchedules.DeletePipelineScheduleVariable", "Key", "DEPTH")
	got(on.TakeOwnershipOfPipelineSchedule(w.project, id)).holds("PipelineSchedules.TakeOwnershipOfPipelineSchedule", "Owner.Username", "root")
	scheduled := &gitlab.ListProjectPipelinesOptions{Source: text("schedule")}
	done(on.RunPipelineSchedule(w.project, id)).
		leaves("PipelineSchedules.RunPipelineSchedule", 201, count(w.api.Pipelines.ListProjectPipelines(w.project, scheduled)) == 1)
	done(on.DeletePipelineSchedule(w.project, id)).
		removes("PipelineSchedules.DeletePipelineSchedule", missing(on.GetPipelineSchedule(w.project, id)))

	triggers := w.api.PipelineTriggers
	trigger := got(triggers.AddPipelineTrigger(w.project, &gitlab.AddPipelineTriggerOptions{Description: text("From outside")})).
		holds("PipelineTriggers.AddPipelineTrigger", "Description", "From outside", "Token", something, "Owner.Username", "root")
	got(triggers.ListPipelineTriggers(w.project, nil)).holds("PipelineTriggers.ListPipelineTriggers", "length", 1)
	got(triggers.GetPipelineTrigger(w.project, trigger.ID)).holds("PipelineTriggers.GetPipelineTrigger", "Description", "From outside")
	got(triggers.EditPipelineTrigger(w.project, trigger.ID, &gitlab.EditPipelineTriggerOptions{Description: text("From afar")})).
		holds("PipelineTriggers.EditPipelineTrigger", "Description", "From afar")
	got(triggers.RunPipelineTrigger(w.project, &gitlab.RunPipelineTriggerOptions{
		Ref: text("main"), Token: text(trigger.Token), Variables: map[string]string{"DEPTH": "1"},
	})).holds("PipelineTriggers.RunPipelineTrigger", "Ref", "main", "Source", "trigger")
	done(triggers.DeletePipelineTrigger(w.project, trigger.ID)).
		removes("PipelineTriggers.DeletePipelineTrigger", missing(triggers.GetPipelineTrigger(w.project, trigger.ID)))
}

func environments(w *world) {
	on := w.api.Environments
	review := got(on.CreateEnvironment(w.project, &gitlab.CreateEnvironmentOptions{
		Name: text("review/one"), ExternalURL: text("https://example.com"), Tier: text("development"),
	})).holds("Environments.CreateEnvironment", "Name", "review/one", "State", "available", "Tier", "development")
	got(on.ListEnvironments(w.project, &gitlab.ListEnvironmentsOptions{Name: text("review/one")})).
		holds("Environments.ListEnvironments", "length", 1, "0.ID", review.ID)
	got(on.GetEnvironment(w.project, review.ID)).holds("Environments.GetEnvironment", "ExternalURL", "https://example.com", "Slug", something)
	got(on.EditEnvironment(w.project, review.ID, &gitlab.EditEnvironmentOptions{ExternalURL: text("https://example.org")})).
		holds("Environments.EditEnvironment", "ExternalURL", "https://example.org")
	deployed := w.api.Deployments
	made := got(deployed.CreateProjectDeployment(w.project, &gitlab.CreateProjectDeploymentOptions{
		Environment: text("review/one"), Ref: text("main"), SHA: text(w.sha), Tag: no(),
		Status: gitlab.DeploymentStatus(gitlab.DeploymentStatusRunning),
	})).holds("Deployments.CreateProjectDeployment", "Ref", "main", "SHA", w.sha, "Status", "running", "Environment.Name", "review/one")
	got(deployed.UpdateProjectDeployment(w.project, made.ID, &gitlab.UpdateProjectDeploymentOptions{
		Status: gitlab.DeploymentStatus(gitlab.DeploymentStatusSuccess),
	})).holds("Deployments.UpdateProjectDeployment", "Status", "success")
	got(deployed.ListProjectDeployments(w.project, &gitlab.ListProjectDeploymentsOptions{Environment: text("review/one")})).
		holds("Deployments.ListProjectDeployments", "length", 1, "0.ID", made.ID)
	got(deployed.GetProjectDeployment(w.project, made.ID)).holds("Deployments.GetProjectDeployment", "User.Username", "root")
	// It is of the first commit, before anything was merged.
	got(w.api.DeploymentMergeRequests.ListDeploymentMergeRequests(w.project, made.ID, nil)).
		holds("DeploymentMergeRequests.ListDeploymentMergeRequests", "length", 0)
	response, err := on.StopEnvironment(w.project, review.ID)
	stopped, _, _ := on.GetEnvironment(w.project, review.ID)
	done(response, err).leaves("Environments.StopEnvironment", 200, stopped != nil && stopped.State == "stopped")
	done(on.DeleteEnvironment(w.project, review.ID)).
		removes("Environments.DeleteEnvironment", missing(on.GetEnvironment(w.project, review.ID)))
}

func runners(w *world) {
	on := w.api.Runners
	instance := got(on.ResetInstanceRunnerRegistrationToken()).holds("Runners.ResetInstanceRunnerRegistrationToken", "Token", something)
	ofGroup := got(on.ResetGroupRunnerRegistrationToken(w.group)).holds("Runners.ResetGroupRunnerRegistrationToken", "Token", something)
	ofProject := got(on.ResetProjectRunnerRegistrationToken(w.project)).holds("Runners.ResetProjectRunnerRegistrationToken", "Token", something)
	register := func(token *string, name string) *gitlab.RegisterNewRunnerOptions {
		return &gitlab.RegisterNewRunnerOptions{Token: token, Description: text(name), TagList: &[]string{"deep"}}
	}
	shared := got(on.RegisterNewRunner(register(instance.Token, "shared"))).holds("Runners.RegisterNewRunner", "ID", something, "Token", something)
	if _, _, err := on.RegisterNewRunner(register(ofGroup.Token, "of the group")); err != nil {
		panic(err)
	}
	own, _, err := on.RegisterNewRunner(register(ofProject.Token, "of the project"))
	if err != nil {
		panic(err)
	}
	done(on.VerifyRegisteredRunner(&gitlab.VerifyRegisteredRunnerOptions{Token: text(shared.Token)})).
		leaves("Runners.VerifyRegisteredRunner", 200, true)
	got(on.ListAllRunners(nil)).holds("Runners.ListAllRunners", "length", 3)
	got(on.ListRunners(nil)).holds("Runners.ListRunners", "length", something)
	got(on.ListGroupsRunners(w.group, &gitlab.ListGroupsRunnersOptions{Type: text("group_type")})).
		holds("Runners.ListGroupsRunners", "length", 1, "0.Description", "of the group", "0.RunnerType", "group_type")
	got(on.ListProjectRunners(w.project, &gitlab.ListProjectRunnersOptions{Type: text("project_type")})).
		holds("Runners.ListProjectRunners", "length", 1, "0.Description", "of the project")
	got(on.GetRunnerDetails(own.ID)).holds("Runners.GetRunnerDetails", "Description", "of the project", "TagList", "[deep]", "Projects.0.ID", w.project)
	got(on.UpdateRunnerDetails(own.ID, &gitlab.UpdateRunnerDetailsOptions{Description: text("mine"), Paused: yes(), Locked: no()})).
		holds("Runners.UpdateRunnerDetails", "Description", "mine", "Paused", true)
	got(on.ListRunnerJobs(own.ID, nil)).holds("Runners.ListRunnerJobs", "length", 0)
	got(on.EnableProjectRunner("root/works", &gitlab.EnableProjectRunnerOptions{RunnerID: own.ID})).
		holds("Runners.EnableProjectRunner", "ID", own.ID)
	assigned := &gitlab.ListProjectRunnersOptions{Type: text("project_type")}
	done(on.DisableProjectRunner("root/works", own.ID)).
		removes("Runners.DisableProjectRunner", count(on.ListProjectRunners("root/works", assigned)) == 0)
	renewed := got(on.ResetRunnerAuthenticationToken(own.ID)).holds("Runners.ResetRunnerAuthenticationToken", "Token", something)
	done(on.DeleteRegisteredRunner(&gitlab.DeleteRegisteredRunnerOptions{Token: renewed.Token})).
		removes("Runners.DeleteRegisteredRunner", missing(on.GetRunnerDetails(own.ID)))
	done(on.DeleteRegisteredRunnerByID(shared.ID)).
		removes("Runners.DeleteRegisteredRunnerByID", missing(on.GetRunnerDetails(shared.ID)))
	rest, _, err := on.ListAllRunners(nil)
	if err != nil {
		panic(err)
	}
	done(on.RemoveRunner(rest[0].ID)).removes("Runners.RemoveRunner", count(on.ListAllRunners(nil)) == 0)
}
