/* Faults under a real process, loaded with LD_PRELOAD. The folder TAVERN_FAULTS says which:
   `clock`: seconds by which the wall clock is wrong; `stall`: seconds that each flush takes, `fail`: flushes fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double told(const char *name, double otherwise) {
    char path[4096];
    const char *folder = getenv("TAVERN_FAULTS");
    double value = otherwise;
    if (folder == NULL) return otherwise;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "re");
    if (file == NULL) return otherwise;
    if (fscanf(file, "%lf", &value) != 1) value = otherwise;
    fclose(file);
    return value;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL) real = dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(clock, at);
    if (!failed && clock == CLOCK_REALTIME) at->tv_sec += (time_t)told("clock", 0);
    return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

static int flush(const char *name, int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    double seconds = told("stall", 0);
    if (seconds > 0) usleep((useconds_t)(seconds * 1e6));
    if (told("fail", 0) > 0) {
        errno = EIO;
        return -1;
    }
    return real(descriptor);
}

int fsync(int descriptor) { return flush("fsync", descriptor); }
int fdatasync(int descriptor) { return flush("fdatasync", descriptor); }
