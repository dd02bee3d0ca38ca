/* Faults under a real process, loaded with LD_PRELOAD. The folder TAVERN_FAULTS says which:
   `clock`: seconds by which the wall clock is wrong; `stall`: seconds that each flush takes; `fail`: flushes fail;
   `trace`: 1 writes each flush, and each name that a file is given, to the file `traced`. */
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

static void trace(const char *what, const char *path) {
    char name[4096];
    const char *folder = getenv("TAVERN_FAULTS");
    if (folder == NULL || told("trace", 0) == 0) return;
    snprintf(name, sizeof name, "%s/traced", folder);
    FILE *file = fopen(name, "ae");
    if (file == NULL) return;
    fprintf(file, "%s %s\n", what, path);
    fclose(file);
}

int link(const char *from, const char *to) {
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "link");
    trace("link", to);
    return real(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    int (*real)(int, const char *, int, const char *, int) = dlsym(RTLD_NEXT, "linkat");
    trace("link", to);
    return real(from_folder, from, to_folder, to, flags);
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
    char at[64], path[4096];
    double seconds = told("stall", 0);
    snprintf(at, sizeof at, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(at, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    trace("flush", path);
    if (seconds > 0) usleep((useconds_t)(seconds * 1e6));
    if (told("fail", 0) > 0) {
        errno = EIO;
        return -1;
    }
    return real(descriptor);
}

int fsync(int descriptor) { return flush("fsync", descriptor); }
int fdatasync(int descriptor) { return flush("fdatasync", descriptor); }
