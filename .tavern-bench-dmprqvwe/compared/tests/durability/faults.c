/* Faults under a real process, loaded with LD_PRELOAD. The folder TAVERN_FAULTS says which:
   `clock`: seconds by which the wall clock is wrong; `stall`: seconds that each flush takes; `fail`: flushes fail;
   `journal`: 1 records every write, cut and flush of stores in the file `journaled`;
   `trace`: 1 writes each flush, and each name that a file is given, to the file `traced`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double setting(const char *name, double otherwise) {
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
    if (folder == NULL || setting("trace", 0) == 0) return;
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
    if (!failed && clock == CLOCK_REALTIME) at->tv_sec += (time_t)setting("clock", 0);
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

/* A record: w (write), c (cut), f (flush) or u (unlink), the length of the name, the name, a place in the file (or its
   new size), the length of the data, and the data. Records are written in the order in which the calls return. */
static pthread_mutex_t journaling = PTHREAD_MUTEX_INITIALIZER;

static void record(char what, const char *path, uint64_t place, const void *data, uint32_t size) {
    char name[4096];
    uint32_t length = (uint32_t)strlen(path);
    const char *folder = getenv("TAVERN_FAULTS");
    if (folder == NULL || setting("journal", 0) == 0 || strstr(path, ".db") == NULL || strstr(path, "-shm") != NULL) return;
    snprintf(name, sizeof name, "%s/journaled", folder);
    pthread_mutex_lock(&journaling);
    FILE *file = fopen(name, "ae");
    if (file != NULL) {
        fwrite(&what, 1, 1, file);
        fwrite(&length, sizeof length, 1, file);
        fwrite(path, 1, length, file);
        fwrite(&place, sizeof place, 1, file);
        fwrite(&size, sizeof size, 1, file);
        fwrite(data, 1, size, file);
        fclose(file);
    }
    pthread_mutex_unlock(&journaling);
}

static const char *path_of(int descriptor, char *path, size_t size) {
    char at[64];
    snprintf(at, sizeof at, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(at, path, size - 1);
    path[length < 0 ? 0 : length] = 0;
    return path;
}

ssize_t pwrite64(int descriptor, const void *data, size_t size, off64_t place) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    char path[4096];
    if (real == NULL) real = dlsym(RTLD_NEXT, "pwrite64");
    ssize_t written = real(descriptor, data, size, place);
    if (written > 0) record('w', path_of(descriptor, path, sizeof path), (uint64_t)place, data, (uint32_t)written);
    return written;
}

ssize_t pwrite(int descriptor, const void *data, size_t size, off_t place) {
    return pwrite64(descriptor, data, size, place);
}

int ftruncate64(int descriptor, off64_t size) {
    static int (*real)(int, off64_t);
    char path[4096];
    if (real == NULL) real = dlsym(RTLD_NEXT, "ftruncate64");
    int failed = real(descriptor, size);
    if (!failed) record('c', path_of(descriptor, path, sizeof path), (uint64_t)size, "", 0);
    return failed;
}

int ftruncate(int descriptor, off_t size) { return ftruncate64(descriptor, size); }

int unlink(const char *path) {
    static int (*real)(const char *);
    if (real == NULL) real = dlsym(RTLD_NEXT, "unlink");
    int failed = real(path);
    if (!failed) record('u', path, 0, "", 0);
    return failed;
}

static int flush(const char *name, int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    char at[64], path[4096];
    double seconds = setting("stall", 0);
    snprintf(at, sizeof at, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(at, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    trace("flush", path);
    if (seconds > 0) usleep((useconds_t)(seconds * 1e6));
    if (setting("fail", 0) > 0) {
        errno = EIO;
        return -1;
    }
    int failed = real(descriptor);
    if (!failed) record('f', path, 0, "", 0);
    return failed;
}

int fsync(int descriptor) { return flush("fsync", descriptor); }
int fdatasync(int descriptor) { return flush("fdatasync", descriptor); }
