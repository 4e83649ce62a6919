import { loadDashboardChart, loadDashboardStats } from '@doorman/contract/dashboard'
import { listFilteredEmails } from '@doorman/contract/filtered-emails'
import { useEffect } from 'react'
import { refetch } from '../api/query-client.ts'

/**
 * Refetches once when the last scan ends, or when the user leaves the page before. The poll that
 * reports the end may have been answered before the scan's last finds were stored.
 */
export function useScanEnd(isScanning: boolean): void {
  useEffect(() => {
    if (isScanning)
      return () => void refetch(listFilteredEmails, loadDashboardStats, loadDashboardChart)
  }, [isScanning])
}
