import { faultyServers as eighteenthFaulty } from './eighteenth/faulty.ts'
import { legitimateServers as eighteenthLegitimate } from './eighteenth/legitimate.ts'
import { faultyServers as eighthFaulty } from './eighth/faulty.ts'
import { legitimateServers as eighthLegitimate } from './eighth/legitimate.ts'
import { faultyServers as eleventhFaulty } from './eleventh/faulty.ts'
import { legitimateServers as eleventhLegitimate } from './eleventh/legitimate.ts'
import { faultyServers as fifteenthFaulty } from './fifteenth/faulty.ts'
import { legitimateServers as fifteenthLegitimate } from './fifteenth/legitimate.ts'
import { faultyServers as fifthFaulty } from './fifth/faulty.ts'
import { legitimateServers as fifthLegitimate } from './fifth/legitimate.ts'
import { faultyServers as firstFaulty } from './first/faulty.ts'
import { legitimateServers as firstLegitimate } from './first/legitimate.ts'
import { faultyServers as fourteenthFaulty } from './fourteenth/faulty.ts'
import { legitimateServers as fourteenthLegitimate } from './fourteenth/legitimate.ts'
import { faultyServers as fourthFaulty } from './fourth/faulty.ts'
import { legitimateServers as fourthLegitimate } from './fourth/legitimate.ts'
import { faultyServers as nineteenthFaulty } from './nineteenth/faulty.ts'
import { legitimateServers as nineteenthLegitimate } from './nineteenth/legitimate.ts'
import { faultyServers as ninthFaulty } from './ninth/faulty.ts'
import { legitimateServers as ninthLegitimate } from './ninth/legitimate.ts'
import { faultyServers as secondFaulty } from './second/faulty.ts'
import { legitimateServers as secondLegitimate } from './second/legitimate.ts'
import type { FaultyServer, LegitimateServer } from './server.ts'
import { faultyServers as seventeenthFaulty } from './seventeenth/faulty.ts'
import { legitimateServers as seventeenthLegitimate } from './seventeenth/legitimate.ts'
import { faultyServers as seventhFaulty } from './seventh/faulty.ts'
import { legitimateServers as seventhLegitimate } from './seventh/legitimate.ts'
import { faultyServers as sixteenthFaulty } from './sixteenth/faulty.ts'
import { legitimateServers as sixteenthLegitimate } from './sixteenth/legitimate.ts'
import { faultyServers as sixthFaulty } from './sixth/faulty.ts'
import { legitimateServers as sixthLegitimate } from './sixth/legitimate.ts'
import { faultyServers as tenthFaulty } from './tenth/faulty.ts'
import { legitimateServers as tenthLegitimate } from './tenth/legitimate.ts'
import { faultyServers as thirdFaulty } from './third/faulty.ts'
import { legitimateServers as thirdLegitimate } from './third/legitimate.ts'
import { faultyServers as thirteenthFaulty } from './thirteenth/faulty.ts'
import { legitimateServers as thirteenthLegitimate } from './thirteenth/legitimate.ts'
import { faultyServers as thirtiethFaulty } from './thirtieth/faulty.ts'
import { legitimateServers as thirtiethLegitimate } from './thirtieth/legitimate.ts'
import { faultyServers as thirtyFirstFaulty } from './thirty-first/faulty.ts'
import { legitimateServers as thirtyFirstLegitimate } from './thirty-first/legitimate.ts'
import { faultyServers as twelfthFaulty } from './twelfth/faulty.ts'
import { legitimateServers as twelfthLegitimate } from './twelfth/legitimate.ts'
import { faultyServers as twentiethFaulty } from './twentieth/faulty.ts'
import { legitimateServers as twentiethLegitimate } from './twentieth/legitimate.ts'
import { faultyServers as twentyEighthFaulty } from './twenty-eighth/faulty.ts'
import { legitimateServers as twentyEighthLegitimate } from './twenty-eighth/legitimate.ts'
import { faultyServers as twentyFifthFaulty } from './twenty-fifth/faulty.ts'
import { legitimateServers as twentyFifthLegitimate } from './twenty-fifth/legitimate.ts'
import { faultyServers as twentyFirstFaulty } from './twenty-first/faulty.ts'
import { legitimateServers as twentyFirstLegitimate } from './twenty-first/legitimate.ts'
import { faultyServers as twentyFourthFaulty } from './twenty-fourth/faulty.ts'
import { legitimateServers as twentyFourthLegitimate } from './twenty-fourth/legitimate.ts'
import { faultyServers as twentyNinthFaulty } from './twenty-ninth/faulty.ts'
import { legitimateServers as twentyNinthLegitimate } from './twenty-ninth/legitimate.ts'
import { faultyServers as twentySecondFaulty } from './twenty-second/faulty.ts'
import { legitimateServers as twentySecondLegitimate } from './twenty-second/legitimate.ts'
import { faultyServers as twentySeventhFaulty } from './twenty-seventh/faulty.ts'
import { legitimateServers as twentySeventhLegitimate } from './twenty-seventh/legitimate.ts'
import { faultyServers as twentySixthFaulty } from './twenty-sixth/faulty.ts'
import { legitimateServers as twentySixthLegitimate } from './twenty-sixth/legitimate.ts'
import { faultyServers as twentyThirdFaulty } from './twenty-third/faulty.ts'
import { legitimateServers as twentyThirdLegitimate } from './twenty-third/legitimate.ts'

interface ServerSet {
  readonly name: string
  readonly faulty: readonly FaultyServer[]
  readonly legitimate: readonly LegitimateServer[]
}

/** Each was written from the specification alone by somebody who knew neither the judge nor its mutants. */
export const serverSets: readonly ServerSet[] = [
  { name: 'first', faulty: firstFaulty, legitimate: firstLegitimate },
  { name: 'second', faulty: secondFaulty, legitimate: secondLegitimate },
  { name: 'third', faulty: thirdFaulty, legitimate: thirdLegitimate },
  { name: 'fourth', faulty: fourthFaulty, legitimate: fourthLegitimate },
  { name: 'fifth', faulty: fifthFaulty, legitimate: fifthLegitimate },
  { name: 'sixth', faulty: sixthFaulty, legitimate: sixthLegitimate },
  { name: 'seventh', faulty: seventhFaulty, legitimate: seventhLegitimate },
  { name: 'eighth', faulty: eighthFaulty, legitimate: eighthLegitimate },
  { name: 'ninth', faulty: ninthFaulty, legitimate: ninthLegitimate },
  { name: 'tenth', faulty: tenthFaulty, legitimate: tenthLegitimate },
  { name: 'eleventh', faulty: eleventhFaulty, legitimate: eleventhLegitimate },
  { name: 'twelfth', faulty: twelfthFaulty, legitimate: twelfthLegitimate },
  { name: 'thirteenth', faulty: thirteenthFaulty, legitimate: thirteenthLegitimate },
  { name: 'fourteenth', faulty: fourteenthFaulty, legitimate: fourteenthLegitimate },
  { name: 'fifteenth', faulty: fifteenthFaulty, legitimate: fifteenthLegitimate },
  { name: 'sixteenth', faulty: sixteenthFaulty, legitimate: sixteenthLegitimate },
  { name: 'seventeenth', faulty: seventeenthFaulty, legitimate: seventeenthLegitimate },
  { name: 'eighteenth', faulty: eighteenthFaulty, legitimate: eighteenthLegitimate },
  { name: 'nineteenth', faulty: nineteenthFaulty, legitimate: nineteenthLegitimate },
  { name: 'twentieth', faulty: twentiethFaulty, legitimate: twentiethLegitimate },
  { name: 'twenty-first', faulty: twentyFirstFaulty, legitimate: twentyFirstLegitimate },
  { name: 'twenty-second', faulty: twentySecondFaulty, legitimate: twentySecondLegitimate },
  { name: 'twenty-third', faulty: twentyThirdFaulty, legitimate: twentyThirdLegitimate },
  { name: 'twenty-fourth', faulty: twentyFourthFaulty, legitimate: twentyFourthLegitimate },
  { name: 'twenty-fifth', faulty: twentyFifthFaulty, legitimate: twentyFifthLegitimate },
  { name: 'twenty-sixth', faulty: twentySixthFaulty, legitimate: twentySixthLegitimate },
  { name: 'twenty-seventh', faulty: twentySeventhFaulty, legitimate: twentySeventhLegitimate },
  { name: 'twenty-eighth', faulty: twentyEighthFaulty, legitimate: twentyEighthLegitimate },
  { name: 'twenty-ninth', faulty: twentyNinthFaulty, legitimate: twentyNinthLegitimate },
  { name: 'thirtieth', faulty: thirtiethFaulty, legitimate: thirtiethLegitimate },
  { name: 'thirty-first', faulty: thirtyFirstFaulty, legitimate: thirtyFirstLegitimate },
]
