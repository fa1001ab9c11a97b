# What the stories share: the client, and lines for the board.
require 'gitlab'

$stdout.sync = true
@api = Gitlab.client(endpoint: "#{ARGV[0]}/api/v4", private_token: ARGV[1])
@tried = []

def tell(name, wrong = nil)
  puts wrong ? "not ok #{name}: #{wrong.gsub(/\s+/, ' ')[0, 200]}" : "ok #{name}"
end

# Calls a method of the client. The block says whether it answers what it should, or whether what should follow did.
def step(method, *arguments, **options)
  @tried << method
  answer = @api.public_send(method, *arguments, **options)
  tell(method, yield(answer) ? nil : "it answers #{answer.inspect}")
  answer
rescue StandardError => e
  tell(method, e.message)
  nil
end

# A story of one subject. What is raised, as what it needs was refused, ends it.
def story(subject)
  yield
rescue StandardError => e
  tell("#{subject}, the story", e.message)
end

# Is there no such thing?
def missing
  yield
  false
rescue Gitlab::Error::NotFound
  true
end
