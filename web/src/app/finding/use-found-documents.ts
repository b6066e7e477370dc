import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../kit/api/client.ts'
import type { FoundSerialNumber } from '@kufang/contract/document/found-serial-number.ts'
import { mayBeNumber, mayBeSerialNumber } from './palette-items.ts'
import type { FoundDocument, FoundMaster } from './palette-items.ts'

/** A scanner enters a number within this time; people pause longer. */
const settleMs = 200

const none: readonly FoundDocument[] = []
const noMasters: readonly FoundMaster[] = []
const noPieces: readonly FoundSerialNumber[] = []
/** Shorter texts match too much. */
const lettersMin = 2

/** Documents whose number begins with the text; queried when typing pauses. */
export function useFoundDocuments(text: string): {
  documents: readonly FoundDocument[]
  /** The response for the current text is pending. */
  isSearching: boolean
  error: unknown
} {
  const wanted = mayBeNumber(text) ? text.trim().toUpperCase() : ''
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), settleMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const answer = useQuery({
    queryKey: ['found-documents', settled],
    queryFn: ({ signal }) =>
      api.post<FoundDocument[]>(
        '/api/finding/documents',
        { text: settled },
        { signal, isQuiet: true },
      ),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 5000,
    retry: false,
  })
  if (wanted === '') return { documents: none, isSearching: false, error: null }
  const isSearching = settled !== wanted || answer.isPlaceholderData || answer.isPending
  const documents = (answer.data ?? none).filter(({ docNo }) => docNo.startsWith(wanted))
  return { documents, isSearching: isSearching && !answer.isError, error: answer.error }
}

/** Materials, bins, suppliers by code or name; queried when typing pauses. */
export function useFoundMasters(text: string): {
  masters: readonly FoundMaster[]
  isSearching: boolean
} {
  const wanted = text.trim().length < lettersMin ? '' : text.trim()
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), settleMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const answer = useQuery({
    queryKey: ['found-masters', settled],
    queryFn: ({ signal }) =>
      api.post<FoundMaster[]>('/api/finding/masters', { text: settled }, { signal, isQuiet: true }),
    enabled: settled !== '',
    staleTime: 5000,
    retry: false,
  })
  if (wanted === '') return { masters: noMasters, isSearching: false }
  const isSearching = settled !== wanted || answer.isPending
  return { masters: settled === wanted ? (answer.data ?? noMasters) : noMasters, isSearching }
}

/** Pieces whose serial number begins with the text; '' finds none. */
export function useFoundPieces(text: string): {
  pieces: readonly FoundSerialNumber[]
  isSearching: boolean
} {
  const wanted = mayBeSerialNumber(text) ? text.trim() : ''
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), settleMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const answer = useQuery({
    queryKey: ['found-pieces', settled],
    queryFn: ({ signal }) =>
      api.post<FoundSerialNumber[]>(
        '/api/finding/serial-numbers',
        { text: settled },
        { signal, isQuiet: true },
      ),
    enabled: settled !== '',
    staleTime: 5000,
    retry: false,
  })
  if (wanted === '') return { pieces: noPieces, isSearching: false }
  const isSearching = settled !== wanted || answer.isPending
  return { pieces: settled === wanted ? (answer.data ?? noPieces) : noPieces, isSearching }
}
