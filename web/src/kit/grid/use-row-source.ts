import type { GridApi, IDatasource } from 'ag-grid-community'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Dispatch, RefObject, SetStateAction } from 'react'
import { isAborted } from '../api/api-error.ts'
import { isReachableStore } from '../api/request-watch.ts'
import { useEntityVersion } from '../tab/entity-versions.ts'
import { CursorWalker } from './cursor-datasource.ts'
import type { GridSort, LoadBlock } from './cursor-datasource.ts'
import type { GridCount } from './grid-footer.tsx'
import type { GridSource } from './grid-source.ts'
import type { GridCondition } from './grid-state.tsx'

interface RowSource {
  kind: 'cursor' | 'rows'
  datasource: IDatasource | null
  condition: GridCondition
  /** Whether rows were loaded; until then the rendered rows are placeholders. */
  hasRows: boolean
  count: GridCount | null
  /** Rows are being read; those shown may be outdated. */
  isReading: boolean
  refresh: () => void
  retry: () => void
}

/** A list older than this is reloaded when its tab is shown again. */
const staleAfterMs = 30_000

/** Rows per request. */
export const blockSize = 100

interface CursorDatasource extends IDatasource {
  /** Discards the cursors: the next read starts at the top. */
  restart: () => void
  /** Requests the first rows in the order the table will ask for; another order is requested anew. */
  begin: (sort: readonly GridSort[]) => void
}

interface Answer {
  datasource: CursorDatasource
  condition: GridCondition
  hasRows: boolean
}

const loading: GridCondition = { kind: 'loading' }
const noBlocks: LoadBlock<never> = () => Promise.resolve({ rows: [], nextCursor: null, total: 0 })

/** Provides the table's rows, and the state shown while there are none. */
export function useRowSource<Row extends object>(
  source: GridSource<Row>,
  apiRef: RefObject<GridApi<Row> | null>,
  /** The order of a new table. */
  sort: readonly GridSort[],
  /** Called after rows were loaded or reloaded. */
  onRead: () => void,
): RowSource {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [count, setCount] = useState<GridCount | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [reading, setReading] = useState<CursorDatasource | null>(null)
  const isCursor = source.kind === 'cursor'
  const queryKey = isCursor ? source.queryKey : ''
  const version = useEntityVersion((isCursor ? source.entity : undefined) ?? '')
  const loadRef = useRef<LoadBlock<Row>>(noBlocks)
  const readAtRef = useRef<{ datasource: unknown; time: number; version: number } | null>(null)
  const hasFailedRef = useRef(false)
  const onReadRef = useRef(onRead)
  onReadRef.current = onRead
  if (isCursor) loadRef.current = source.loadBlock

  const datasource = useMemo(
    () =>
      isCursor
        ? makeDatasource<Row>({
            load: (block) => loadRef.current(block),
            onRead: () => onReadRef.current(),
            setAnswer,
            setCount,
            setReading,
          })
        : null,
    // oxlint-disable-next-line react/exhaustive-deps -- another query or another attempt starts over with a new datasource
    [isCursor, queryKey, attempt],
  )

  const refresh = useCallback(() => {
    datasource?.restart()
    apiRef.current?.refreshInfiniteCache()
  }, [apiRef, datasource])

  useEarlyReading(datasource, apiRef, sort)

  // Runs also when the tab is shown again.
  useEffect(() => {
    if (datasource === null) return
    const read = readAtRef.current
    readAtRef.current = { datasource, time: Date.now(), version }
    if (read?.datasource !== datasource) return
    const isFresh = read.version === version && Date.now() - read.time <= staleAfterMs
    if (isFresh && !hasFailedRef.current) {
      readAtRef.current = read
      return
    }
    refresh()
  }, [version, datasource, refresh])

  // What failed while the server was unavailable is read again when it is back.
  useEffect(
    () =>
      isReachableStore.subscribe(() => {
        if (isReachableStore.get() && hasFailedRef.current) refresh()
      }),
    [refresh],
  )

  if (source.kind === 'rows') {
    return {
      kind: 'rows',
      datasource: null,
      condition: { kind: source.rows.length === 0 ? 'empty' : 'ready' },
      hasRows: true,
      count: { total: source.rows.length, isCapped: false },
      isReading: false,
      refresh: () => undefined,
      retry: () => undefined,
    }
  }
  const known = answer?.datasource === datasource ? answer : null
  const condition = known?.condition ?? loading
  hasFailedRef.current = condition.kind === 'failed'
  const hasRows = known?.hasRows === true
  const isReading = reading !== null && reading === datasource
  const retry = (): void => setAttempt((count) => count + 1)
  return { kind: 'cursor', datasource, condition, hasRows, count, isReading, refresh, retry }
}

/** Requests the first rows of a new table while it is built, which is after this commit. */
function useEarlyReading(
  datasource: CursorDatasource | null,
  apiRef: RefObject<unknown>,
  sort: readonly GridSort[],
): void {
  const knownRef = useRef<CursorDatasource | null>(null)
  useLayoutEffect(() => {
    const known = knownRef.current
    if (datasource === null || known === datasource) return
    knownRef.current = datasource
    // Another query before the table was built: the answer would be taken for that of this one.
    known?.restart()
    // An existing table asks at once, in an order only it knows.
    if (known === null && apiRef.current === null) datasource.begin(sort)
  }, [apiRef, datasource, sort])
}

function makeDatasource<Row>(options: {
  load: LoadBlock<Row>
  onRead: () => void
  setAnswer: (answer: Answer) => void
  setCount: (count: GridCount | null) => void
  setReading: Dispatch<SetStateAction<CursorDatasource | null>>
}): CursorDatasource {
  let sortKey = ''
  let walker: CursorWalker<Row> | null = null
  let hasRows = false
  let requests = 0
  const restart = (): void => {
    walker?.stop()
    walker = null
  }
  const walkerFor = (sort: readonly GridSort[]): CursorWalker<Row> => {
    const wanted = JSON.stringify(sort)
    if (wanted !== sortKey) {
      restart()
      hasRows = false
    }
    sortKey = wanted
    walker ??= new CursorWalker<Row>({
      load: options.load,
      size: blockSize,
      sort,
      onTotal: (total, isCapped) => options.setCount({ total, isCapped }),
    })
    return walker
  }
  const datasource: CursorDatasource = {
    restart,
    destroy: restart,
    begin: (sort) => walkerFor(sort).begin(),
    getRows: (request) => {
      const sort = request.sortModel.map(({ colId, sort: direction }) => ({
        field: colId,
        direction,
      }))
      const rows = walkerFor(sort)
      requests += 1
      options.setReading(datasource)
      const done = (): void => {
        requests -= 1
        // The table may have another query by now.
        if (requests === 0) options.setReading((known) => (known === datasource ? null : known))
      }
      rows.read(request.startRow).then(
        ({ rows: read, lastRow }) => {
          done()
          request.successCallback([...read], lastRow)
          options.onRead()
          hasRows = true
          options.setAnswer({
            datasource,
            condition: { kind: lastRow === 0 ? 'empty' : 'ready' },
            hasRows,
          })
        },
        (error: unknown) => {
          done()
          request.failCallback()
          if (isAborted(error)) return
          if (!hasRows) options.setCount(null)
          options.setAnswer({ datasource, condition: { kind: 'failed', error }, hasRows })
        },
      )
    },
  }
  return datasource
}
