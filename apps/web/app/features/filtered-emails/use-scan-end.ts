import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import { listFilteredEmails } from '@doorman/contract/filtered-emails'
import { useEffect, useRef } from 'react'
import { refetch } from '../../lib/api/query-client.ts'

/**
 * Refetches once when the last scan ends. The poll that reports the end may have been answered
 * before the scan's last finds were stored.
 */
export function useScanEnd(isScanning: boolean): void {
  const wasScanning = useRef(isScanning)

  // Reacts to the scan, which runs on the server.
  useEffect(() => {
    if (wasScanning.current && !isScanning)
      void refetch(listFilteredEmails, loadDashboardStats, loadDashboardChart)
    wasScanning.current = isScanning
  }, [isScanning])
}
