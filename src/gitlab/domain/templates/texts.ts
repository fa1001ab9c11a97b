/** A file template. */
export interface Template {
  readonly key: string
  readonly name: string
  readonly content: string
}

/** The kinds of file templates, except licences. */
export type TemplateKind = 'dockerfiles' | 'gitignores' | 'gitlab_ci_ymls'

/** The head of each template, which says that GitLab has a longer one. */
const origin = '# A short text of its own, under the name of a longer one that GitLab has.\n'

/** The patterns of .gitignore templates by language or tool. */
const ignored: Readonly<Record<string, string>> = {
  Android: '*.apk .gradle/ build/ local.properties',
  C: '*.o *.a *.so *.out',
  'C++': '*.o *.a *.so *.out',
  Composer: 'vendor/',
  Dart: '.dart_tool/ build/',
  Elixir: '_build/ deps/ *.beam',
  Go: '*.test *.out go.work',
  Gradle: '.gradle/ build/',
  Java: '*.class *.jar *.war',
  Maven: 'target/',
  Node: 'node_modules/ *.log .env',
  Python: '__pycache__/ *.pyc .venv/ dist/',
  Rails: 'log/ tmp/ *.sqlite3',
  Ruby: '*.gem .bundle/ pkg/',
  Rust: 'target/',
  Scala: '*.class target/',
  Swift: '.build/ xcuserdata/',
  TeX: '*.aux *.log *.toc',
  Terraform: '.terraform/ *.tfstate',
  VisualStudio: '.vs/ bin/ obj/',
}

/** A container image with its installation and test commands. */
interface Recipe {
  readonly image: string
  readonly install?: string
  readonly test: string
}

const recipes: Readonly<Record<string, Recipe>> = {
  Android: { image: 'eclipse-temurin', test: './gradlew test' },
  Bash: { image: 'bash', test: 'bash test.sh' },
  'C++': { image: 'gcc', install: 'make', test: 'make test' },
  Clojure: { image: 'clojure', install: 'lein deps', test: 'lein test' },
  Crystal: { image: 'crystallang/crystal', install: 'shards install', test: 'crystal spec' },
  Dart: { image: 'dart', install: 'dart pub get', test: 'dart test' },
  Django: {
    image: 'python',
    install: 'pip install -r requirements.txt',
    test: 'python manage.py test',
  },
  Docker: { image: 'docker', test: 'docker build .' },
  Elixir: { image: 'elixir', install: 'mix deps.get', test: 'mix test' },
  'Getting-Started': { image: 'alpine', test: 'echo "Test what was built"' },
  Go: { image: 'golang', install: 'go mod download', test: 'go test ./...' },
  Gradle: { image: 'gradle', test: 'gradle check' },
  Grails: { image: 'eclipse-temurin', test: './grailsw test-app' },
  Julia: { image: 'julia', test: 'julia --project -e "using Pkg; Pkg.test()"' },
  LaTeX: { image: 'texlive/texlive', test: 'latexmk -pdf' },
  Laravel: { image: 'php', install: 'composer install', test: 'php artisan test' },
  Maven: { image: 'maven', test: 'mvn verify' },
  Nodejs: { image: 'node', install: 'npm ci', test: 'npm test' },
  PHP: { image: 'php', install: 'composer install', test: 'vendor/bin/phpunit' },
  Python: { image: 'python', install: 'pip install -r requirements.txt', test: 'pytest' },
  Ruby: { image: 'ruby', install: 'bundle install', test: 'bundle exec rake' },
  Rust: { image: 'rust', install: 'cargo fetch', test: 'cargo test' },
  Scala: { image: 'sbtscala/scala-sbt', test: 'sbt test' },
  Swift: { image: 'swift', install: 'swift package resolve', test: 'swift test' },
  Terraform: {
    image: 'hashicorp/terraform',
    install: 'terraform init',
    test: 'terraform validate',
  },
}

function configuration({ image, install, test }: Recipe): string {
  const before = install === undefined ? '' : `\nbefore_script:\n  - '${install}'\n`
  return `image: ${image}:latest\n${before}\ntest:\n  script:\n    - '${test}'\n`
}

/** The recipes that are Dockerfile templates, under the names of those. */
const imageNames: Readonly<Record<string, string>> = {
  Binary: 'Bash',
  Golang: 'Go',
  Node: 'Nodejs',
  PHP: 'PHP',
  Python: 'Python',
  Ruby: 'Ruby',
  Rust: 'Rust',
  Swift: 'Swift',
}

function dockerfile({ image, install, test }: Recipe): string {
  const run = install === undefined ? '' : `RUN ${install}\n`
  return `FROM ${image}:latest\n\nWORKDIR /app\nCOPY . .\n${run}CMD ${test}\n`
}

function templates(texts: Readonly<Record<string, string>>): readonly Template[] {
  return Object.entries(texts).map(([name, text]) => ({ key: name, name, content: origin + text }))
}

function mapped<V>(of: Readonly<Record<string, V>>, write: (value: V) => string) {
  return templates(Object.fromEntries(Object.entries(of).map(([name, v]) => [name, write(v)])))
}

/** The templates of each kind by name. */
export const templatesOf: Readonly<Record<TemplateKind, () => readonly Template[]>> = {
  dockerfiles: () =>
    mapped(imageNames, (name) => {
      const recipe = recipes[name]
      return recipe ? dockerfile(recipe) : ''
    }),
  gitignores: () => mapped(ignored, (patterns) => `${patterns.split(' ').join('\n')}\n`),
  gitlab_ci_ymls: () => mapped(recipes, configuration),
}
