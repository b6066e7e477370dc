import { useQueries } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { RegistryPage } from '@kufang/contract/registry.ts'
import { documentDefinition } from '../declarations.ts'
import { documentApi } from '../document/document-api.ts'
import { numberText } from '../grid/cell-format.ts'
import { useEntityVersions } from '../tab/entity-versions.ts'
import { usePageQuery } from '../tab/page-location.ts'
import { useLanguage } from '../text/language.ts'
import { linkedDocument } from './linked-document.ts'
import type { AnyDocumentPage } from './list/document-list.tsx'
import styles from './frame/pages.module.css'

export interface PageSubject {
  definition: AnyDocument
  page: AnyDocumentPage
}

/** The documents of a path, each with its page declaration. */
export function subjectsOf(page: RegistryPage): PageSubject[] {
  return page.names.flatMap((name) => {
    const definition = documentDefinition(name)
    const declared = definition?.pages[page.path]
    return definition === undefined || declared === undefined
      ? []
      : [{ definition, page: declared }]
  })
}

/**
 * The selected document type of a page; a switch with counts if there are several. A link chooses the type it means; a
 * step page opens on the first type with work, so `subject` is undefined until the counts have arrived.
 */
export function useSubject(page: RegistryPage): {
  subject: PageSubject | undefined
  chooser: ReactNode
} {
  const { label } = useLanguage()
  const subjects = subjectsOf(page)
  const isMany = subjects.length > 1
  const first = subjects[0]?.definition.name ?? ''
  const linked = linkedDocument(
    subjects.map(({ definition }) => definition),
    usePageQuery(),
    documentDefinition,
  )
  const [name, setName] = useState(linked ?? (isMany && page.kind === 'step' ? null : first))
  const [followed, setFollowed] = useState(linked)
  if (linked !== followed) {
    setFollowed(linked)
    if (linked !== null) setName(linked)
  }
  // Counts follow what others write, as the lists do.
  const versions = useEntityVersions(subjects.map(({ definition }) => definition.name))
  const counts = useQueries({
    queries: subjects.map(({ definition, page: declared }, index) => ({
      queryKey: ['document', definition.name, page.path, 'count', versions[index]],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        countOf(definition, page.path, declared, signal),
      enabled: isMany,
    })),
  })
  // Decided once: what is done here must not change the list under the person's hands.
  if (name === null && counts.every(({ isPending }) => !isPending)) {
    const index = counts.findIndex(({ data }) => data !== undefined && data.total > 0)
    setName(subjects[index]?.definition.name ?? first)
  }
  const subject =
    name === null
      ? undefined
      : (subjects.find(({ definition }) => definition.name === name) ?? subjects[0])
  if (!isMany) return { subject, chooser: null }
  return {
    subject,
    chooser: (
      <Segmented
        value={subject?.definition.name ?? ''}
        onChange={setName}
        options={subjects.map(({ definition }, index) => ({
          value: definition.name,
          label: (
            <>
              {label(definition.label)}{' '}
              {counts[index]?.data !== undefined && (
                <span className={styles.count}>
                  {numberText(counts[index].data.total)}
                  {counts[index].data.isCapped && '+'}
                </span>
              )}
            </>
          ),
        }))}
      />
    ),
  }
}

/** How many documents wait on the page; at least so many if the server has stopped counting. */
async function countOf(
  definition: AnyDocument,
  path: string,
  page: AnyDocumentPage,
  signal: AbortSignal,
): Promise<{ total: number; isCapped: boolean }> {
  const answer = await documentApi.list(
    definition.name,
    {
      page: path,
      filters: [
        ...(page.states === undefined
          ? []
          : [{ field: 'state', operator: 'in' as const, value: page.states }]),
        ...(page.erpStates === undefined
          ? []
          : [{ field: 'erpState', operator: 'in' as const, value: page.erpStates }]),
      ],
      size: 1,
      withTotals: true,
    },
    signal,
  )
  return { total: answer.total ?? 0, isCapped: answer.totalIsCapped === true }
}
