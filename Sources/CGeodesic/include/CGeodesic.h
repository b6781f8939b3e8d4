#ifndef GEOCLI_CGEODESIC_H
#define GEOCLI_CGEODESIC_H
#ifdef __cplusplus
extern "C" {
#endif

/// Solves the inverse problem on WGS 84 with GeographicLib. Takes degrees; gives meters and degrees.
/// Returns the distance. Sets `*azimuth1` to the bearing at the first point, clockwise from north; `azimuth1` may be
/// NULL.
double cgeodesic_inverse(double latitude1, double longitude1, double latitude2, double longitude2,
                         double *azimuth1);

/// Solves the direct problem on WGS 84 with GeographicLib: finds the position after `distance` meters along `azimuth1`.
void cgeodesic_direct(double latitude1, double longitude1, double azimuth1, double distance,
                      double *latitude2, double *longitude2);

#ifdef __cplusplus
}
#endif
#endif
