import { scannedText } from '@kufang/contract/document/scanned-code.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FoundSerialNumber } from '@kufang/contract/document/found-serial-number.ts'
import { api } from '../../kit/api/client.ts'
import { mayBeNumber, mayBeSerialNumber } from './palette-items.ts'
import type { FoundDocument, FoundMaster } from './palette-items.ts'

/** A scanner enters a number within this time; people pause longer. */
const settleMs = 200
/** Shorter texts match too much. */
const lettersMin = 2

interface Found<Row> {
  /** The answer for the current text; undefined while it is pending, or if it failed. */
  rows: readonly Row[] | undefined
  /** The last answer, for another text while that of the current one is pending. */
  previous: readonly Row[] | undefined
  /** The answer for the current text is pending. */
  isSearching: boolean
  error: unknown
}

/**
 * What the server finds for a text; queried when typing pauses.
 * @param wanted '' finds nothing
 */
function useFound<Row>(
  kind: 'documents' | 'masters' | 'serial-numbers',
  wanted: string,
): Found<Row> {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), settleMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, isPending, isError, error } = useQuery({
    queryKey: ['found', kind, settled],
    queryFn: ({ signal }) =>
      api.post<Row[]>(`/api/finding/${kind}`, { text: settled }, { signal, isQuiet: true }),
    enabled: settled !== '',
    staleTime: 5000,
    retry: false,
  })
  const last = useRef<readonly Row[]>(undefined)
  useEffect(() => {
    if (data !== undefined) last.current = data
  }, [data])
  if (wanted === '')
    return { rows: undefined, previous: undefined, isSearching: false, error: null }
  const isCurrent = settled === wanted
  return {
    rows: isCurrent ? data : undefined,
    previous: last.current,
    isSearching: !isError && (!isCurrent || isPending),
    error,
  }
}

/** Documents whose number begins with the text. */
export function useFoundDocuments(text: string): {
  documents: readonly FoundDocument[]
  isSearching: boolean
  error: unknown
} {
  const wanted = mayBeNumber(text) ? scannedText(text) : ''
  const { rows, previous, isSearching, error } = useFound<FoundDocument>('documents', wanted)
  // Those of the last answer that still match stay while the next one is pending.
  const documents = (rows ?? previous ?? []).filter(({ docNo }) => docNo.startsWith(wanted))
  return { documents: wanted === '' ? [] : documents, isSearching, error }
}

/** Materials, bins, suppliers by code or name. */
export function useFoundMasters(text: string): {
  masters: readonly FoundMaster[]
  isSearching: boolean
} {
  const wanted = text.trim().length < lettersMin ? '' : text.trim()
  const { rows = [], isSearching } = useFound<FoundMaster>('masters', wanted)
  return { masters: rows, isSearching }
}

/** Pieces whose serial number begins with the text; '' finds none. */
export function useFoundPieces(text: string): {
  pieces: readonly FoundSerialNumber[]
  isSearching: boolean
} {
  const wanted = mayBeSerialNumber(text) ? text.trim() : ''
  const { rows = [], isSearching } = useFound<FoundSerialNumber>('serial-numbers', wanted)
  return { pieces: rows, isSearching }
}
