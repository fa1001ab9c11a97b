# Debian's libgitlab-api-v4-perl: what a script of a day does.
use strict;
use warnings;
use GitLab::API::v4;

my ($url, $token) = @ARGV;
my $api = GitLab::API::v4->new(url => "$url/api/v4", private_token => $token);
my %made;

sub step {
    my ($name, $run) = @_;
    my $wrong = eval { $run->() };
    $wrong = $@ if $@;
    $wrong =~ s/\s+/ /g if $wrong;
    print $wrong ? "not ok $name: " . substr($wrong, 0, 200) . "\n" : "ok $name\n";
}

step('current_user', sub { my $user = $api->current_user; $user->{username} eq 'root' ? '' : $user->{username} });
step('create_group', sub { $made{group} = $api->create_group({ name => 'Pearls', path => 'pearls' }); '' });
step('create_project', sub {
    $made{project} = $api->create_project({ name => 'shell', namespace_id => $made{group}{id}, initialize_with_readme => 1 })->{id};
    '';
});
step('create_file', sub {
    $api->create_file($made{project}, 'a.pl', { branch => 'main', content => "1;\n", commit_message => 'Add a' });
    '';
});
step('create_branch', sub { $api->create_branch($made{project}, { branch => 'work', ref => 'main' }); '' });
step('create_commit', sub {
    my @actions = ({ action => 'create', file_path => 'b.pl', content => "2;\n" });
    $api->create_commit($made{project}, { branch => 'work', commit_message => 'Add b', actions => \@actions });
    '';
});
step('create_issue', sub { $made{issue} = $api->create_issue($made{project}, { title => 'It leaks' }); '' });
step('edit_issue', sub {
    my $issue = $api->edit_issue($made{project}, $made{issue}{iid}, { state_event => 'close' });
    $issue->{state} eq 'closed' ? '' : $issue->{state};
});
step('create_merge_request', sub {
    my $request = { source_branch => 'work', target_branch => 'main', title => 'Mend it' };
    $made{merge} = $api->create_merge_request($made{project}, $request);
    '';
});
step('accept_merge_request', sub {
    my $merge = $api->accept_merge_request($made{project}, $made{merge}{iid});
    $merge->{state} eq 'merged' ? '' : $merge->{state};
});
step('paginator', sub { $api->paginator('projects', { per_page => 1 })->all; '' });
step('delete_project', sub { $api->delete_project($made{project}); '' });
