"""Work that takes long: classes of jobs with bounds, the threads that run them, and answers that askers share."""
