/* Programs of CAMBADA's robots take the keys of shared memory from AGENT alone, so that robots of two teams on one
 * machine would share them. With this library a program, unchanged, is of the second team:
 *
 *   cc -shared -fPIC second_team.c -o second_team.so -ldl
 *   LD_PRELOAD=$PWD/second_team.so AGENT=2 ./cambada_agent
 *
 * Keys of its data base and of its process table become those that the simulator has made for yellow.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/sem.h>
#include <sys/shm.h>

#ifndef RTDB_KEY
#define RTDB_KEY 0x2000
#define RTDB_KEYS (7 * 28) /* seven agents */
#define PMAN_KEY 0x9010
#endif
#define PMAN_KEYS 0x100

static key_t second(key_t key)
{
    if (key >= RTDB_KEY && key < RTDB_KEY + RTDB_KEYS)
        return key + RTDB_KEYS;
    if (key >= PMAN_KEY && key < PMAN_KEY + PMAN_KEYS)
        return key + PMAN_KEYS;
    return key;
}

int shmget(key_t key, size_t size, int flags)
{
    int (*next)(key_t, size_t, int) = (int (*)(key_t, size_t, int))dlsym(RTLD_NEXT, "shmget");

    return next(second(key), size, flags);
}

int semget(key_t key, int count, int flags)
{
    int (*next)(key_t, int, int) = (int (*)(key_t, int, int))dlsym(RTLD_NEXT, "semget");

    return next(second(key), count, flags);
}
