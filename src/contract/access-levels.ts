/** What GitLab calls the levels of access that members have (`access_level` in schemas/v4/resources/member.json). */
export const accessLevelNames = {
  10: 'Guest',
  15: 'Planner',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
} as const
