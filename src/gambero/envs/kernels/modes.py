"""When a table whose episode has ended is dealt anew, as numbers for kernels; Gymnasium's AutoresetMode."""

NEXT_STEP, SAME_STEP, DISABLED = range(3)
