/** A licence template for projects. */
export interface License {
  readonly key: string
  readonly name: string
  readonly nickname: string | null
  readonly popular: boolean
  readonly html_url: string
  readonly source_url: string
  readonly description: string
  readonly conditions: readonly string[]
  readonly permissions: readonly string[]
  readonly limitations: readonly string[]
  readonly content: string
}

interface Terms {
  /** The SPDX identifier. */
  readonly spdx: string
  readonly name: string
  readonly nickname?: string
  readonly popular?: true
  readonly conditions: string
  /** Whether the licence grants or excludes the use of patents. */
  readonly patents?: 'given' | 'kept'
  /** Whether the licence excludes the use of trademarks. */
  readonly keepsTrademarks?: true
}

const gnu = 'include-copyright document-changes disclose-source same-license'

const terms: readonly Terms[] = [
  {
    spdx: 'AGPL-3.0',
    name: 'GNU Affero General Public License v3.0',
    nickname: 'GNU AGPLv3',
    conditions:
      'include-copyright document-changes disclose-source network-use-disclose same-license',
    patents: 'given',
  },
  {
    spdx: 'Apache-2.0',
    name: 'Apache License 2.0',
    popular: true,
    conditions: 'include-copyright document-changes',
    patents: 'given',
    keepsTrademarks: true,
  },
  {
    spdx: 'BSD-2-Clause',
    name: 'BSD 2-Clause "Simplified" License',
    conditions: 'include-copyright',
  },
  {
    spdx: 'BSD-3-Clause',
    name: 'BSD 3-Clause "New" or "Revised" License',
    conditions: 'include-copyright',
  },
  {
    spdx: 'BSL-1.0',
    name: 'Boost Software License 1.0',
    conditions: 'include-copyright--source',
  },
  {
    spdx: 'CC0-1.0',
    name: 'Creative Commons Zero v1.0 Universal',
    conditions: '',
    patents: 'kept',
    keepsTrademarks: true,
  },
  {
    spdx: 'EPL-2.0',
    name: 'Eclipse Public License 2.0',
    conditions: 'disclose-source include-copyright same-license',
    patents: 'given',
  },
  {
    spdx: 'GPL-2.0',
    name: 'GNU General Public License v2.0',
    nickname: 'GNU GPLv2',
    conditions: gnu,
  },
  {
    spdx: 'GPL-3.0',
    name: 'GNU General Public License v3.0',
    nickname: 'GNU GPLv3',
    popular: true,
    conditions: gnu,
    patents: 'given',
  },
  {
    spdx: 'LGPL-2.1',
    name: 'GNU Lesser General Public License v2.1',
    nickname: 'GNU LGPLv2.1',
    conditions: 'include-copyright disclose-source document-changes same-license--library',
  },
  { spdx: 'MIT', name: 'MIT License', popular: true, conditions: 'include-copyright' },
  {
    spdx: 'MPL-2.0',
    name: 'Mozilla Public License 2.0',
    conditions: 'disclose-source include-copyright same-license--file',
    patents: 'given',
    keepsTrademarks: true,
  },
  { spdx: 'Unlicense', name: 'The Unlicense', conditions: '' },
]

/** The values of a licence's placeholders. */
export interface LicenseBlanks {
  readonly year: string
  readonly fullname: string
  readonly project: string
}

/**
 * Returns the licences by key. Their texts are the short form of SPDX for file headers: the copyright and the
 * identifier of the licence (https://spdx.dev/learn/handling-license-info/).
 */
export function licenses(blanks: LicenseBlanks): readonly License[] {
  return terms.map((one) => licenseOf(one, blanks))
}

function licenseOf(terms: Terms, { year, fullname, project }: LicenseBlanks): License {
  const { spdx, name, nickname = null, popular = false, conditions, patents } = terms
  const key = spdx.toLowerCase()
  return {
    key,
    name,
    nickname,
    popular,
    html_url: `https://choosealicense.com/licenses/${key}/`,
    source_url: `https://spdx.org/licenses/${spdx}.html`,
    description: `${name}, as SPDX lists it under ${spdx}.`,
    conditions: conditions === '' ? [] : conditions.split(' '),
    permissions: [
      'commercial-use',
      'modifications',
      'distribution',
      ...(patents === 'given' ? ['patent-use'] : []),
      'private-use',
    ],
    limitations: [
      ...(terms.keepsTrademarks ? ['trademark-use'] : []),
      ...(patents === 'kept' ? ['patent-use'] : []),
      'liability',
      'warranty',
    ],
    content: `${project}\n\nCopyright (c) ${year} ${fullname}\n\nSPDX-License-Identifier: ${spdx}\n`,
  }
}
